import type { ChatEvent } from "#shared/features/chat/contract.ts";
import { helpText } from "#shared/features/chat/help/help-cards.ts";
import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import { answerDanger } from "#shared/features/talk/answer/answer-talk.ts";
import { understand } from "#shared/features/talk/answer/understand.ts";
import { answerByAbilities, insteadOfModel, streamAnswer } from "./library-answer.ts";
import { answerByModel } from "./model/answer-by-model.ts";
import { abilitiesFor, type ReplyRequest, type ReplyWorld, startEvent } from "./reply-request.ts";

/**
 * A companion's answer as events, from `start` to `finish`: fixed help for words of danger, else the language model, else the library,
 * which also answers when the model is unavailable or over its budget. The iterable throws the ModelError of a model that stopped in the
 * middle, and errors of the retrieval. The run turns them into the last events.
 */
export function reply(
  world: ReplyWorld,
  request: ReplyRequest,
  signal: AbortSignal,
): AsyncIterable<ChatEvent> {
  const { help } = request;
  if (help !== null) return helpAnswer(world, request, help);
  if (world.languageModel !== null)
    return request.fromLibrary || request.overBudget !== null
      ? insteadOfModel(world, request, request.overBudget)
      : answerByModel(world, world.languageModel, request, signal);
  return answerByAbilities(world, request);
}

async function* helpAnswer(
  world: ReplyWorld,
  request: ReplyRequest,
  kind: HelpKind,
): AsyncGenerator<ChatEvent> {
  const { question, earlier } = request;
  yield startEvent(request, null);
  try {
    const abilities = await abilitiesFor(world, request, { isForModel: false });
    const { intents } = await understand(abilities, earlier, question);
    yield* streamAnswer(await answerDanger(abilities, kind, intents, question), 0);
  } catch {
    // Help is shown even when the database does not answer.
    const parts = [{ text: helpText(kind, null), items: [] }];
    yield* streamAnswer({ parts, ui: { type: "help-card", kind } }, 0);
  }
}
