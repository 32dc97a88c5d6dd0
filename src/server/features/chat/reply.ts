import type { ChatEvent, MessageUi } from "#shared/features/chat/contract.ts";
import { helpText } from "#shared/features/chat/help/help-cards.ts";
import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import { medicalNear } from "#shared/features/map/view/nearest-services.ts";
import { wayToMedics } from "#shared/features/talk/answer/answer-medics.ts";
import type { TalkAnswer } from "#shared/features/talk/answer/talk-answer.ts";
import { answerByAbilities, insteadOfModel, say } from "./library-answer.ts";
import { answerByModel } from "./model/answer-by-model.ts";
import { abilitiesFor, type ReplyRequest, type ReplyWorld } from "./reply-request.ts";

/**
 * A companion's answer as events, from `start` to `finish`: fixed help for words of danger, else the language model, else the
 * library, which also answers when the model is unavailable or over its budget. The iterable throws the ModelError of a model
 * that broke off in the middle, and errors of the retrieval. The run turns them into the last events.
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

function textAndUi({ parts, ui }: TalkAnswer): { text: string; ui: MessageUi | null } {
  return { text: parts.map(({ text }) => text).join(""), ui };
}

/** Users who can walk to the medics see the way first, with the card below. All others see the card at once. */
async function* helpAnswer(
  world: ReplyWorld,
  request: ReplyRequest,
  kind: HelpKind,
): AsyncGenerator<ChatEvent> {
  const ui = { type: "help-card", kind } as const;
  try {
    const abilities = await abilitiesFor(world, request);
    const way = kind === "emergency" ? await wayToMedics(abilities, request.earlier, request.question) : null;
    const text = helpText(kind, medicalNear(abilities.city, abilities.me));
    yield* say(request, way === null ? { text, ui } : textAndUi(way));
  } catch {
    // Help is shown even when the database does not answer.
    yield* say(request, { text: helpText(kind, null), ui });
  }
}
