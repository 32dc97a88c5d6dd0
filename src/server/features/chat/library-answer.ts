import type { ChatEvent } from "#shared/features/chat/contract.ts";
import { mayNeedHelp } from "#shared/features/chat/help/help-rules.ts";
import type { AnswerPart } from "#shared/features/chat/answer-part.ts";
import type { TalkAnswer } from "#shared/features/talk/answer/talk-answer.ts";
import { answerMessage } from "#shared/features/talk/answer/answer-message.ts";
import {
  abilitiesFor,
  finishEvent,
  itemsFor,
  type ReplyRequest,
  type ReplyWorld,
  startEvent,
} from "./reply-request.ts";
import { sourceEvent } from "./run/part-writer.ts";

/** Id of the only text part: no model writes these answers. */
const TEXT = "text-1";
/** As many as the search finds: a free thing may come after several of its kind that are out. */
const ITEMS = 24;

/** The part of an answer after `start`: its text and its card. @param ttftMs duration of the answer */
export function* streamAnswer(
  { parts, ui }: Pick<TalkAnswer, "parts" | "ui">,
  ttftMs: number,
): Generator<ChatEvent> {
  const card: ChatEvent[] = ui === null ? [] : [{ type: "data-ui", data: ui }];
  // A help card comes before the text, because it replaces it.
  const isHelp = ui?.type === "help-card";
  if (isHelp) yield* card;
  yield { type: "text-start", id: TEXT };
  yield* textOfSearch({ parts });
  yield { type: "text-end", id: TEXT };
  if (!isHelp) yield* card;
  yield finishEvent(null, ttftMs);
}

/** Answers by the ability the message needs, or by the search for a plain question. Offers and suggested replies follow. */
export async function* answerByAbilities(
  world: ReplyWorld,
  request: ReplyRequest,
): AsyncGenerator<ChatEvent> {
  const beganAt = performance.now();
  yield startEvent(request, null);
  const answer = await messageAnswer(world, request);
  yield* streamAnswer(answer, performance.now() - beganAt);
}

async function messageAnswer(world: ReplyWorld, request: ReplyRequest) {
  const { question: message, earlier } = request;
  const answer = await answerMessage(await abilitiesFor(world, request, { isForModel: false }), {
    message,
    earlier,
    search: () => itemsFor(world, request, { limit: ITEMS, isForModel: false }),
    mayNeedHelp: mayNeedHelp(message),
  });
  await request.given.store();
  return answer;
}

/**
 * An answer's text. Each source is emitted once, before the text that first cites it.
 * @param isShown whether a source was already emitted
 */
export function* textOfSearch(
  answer: { parts: readonly AnswerPart[] },
  { id = TEXT, isShown = () => false }: { id?: string; isShown?: (sourceId: string) => boolean } = {},
): Generator<ChatEvent> {
  const cited = new Set<string>();
  for (const { text, items } of answer.parts) {
    for (const item of items) {
      const { sourceId } = item.source;
      if (cited.has(sourceId) || isShown(sourceId)) continue;
      cited.add(sourceId);
      yield sourceEvent(item);
    }
    yield { type: "text-delta", id, delta: text };
  }
}

/**
 * The library's answer in place of the model's. @param reason why the model did not answer; null when the user chose the library
 */
export async function* insteadOfModel(
  world: ReplyWorld,
  request: ReplyRequest,
  reason: string | null,
): AsyncGenerator<ChatEvent> {
  yield startEvent(request, null);
  yield* libraryAnswer(world, request, reason);
}

/**
 * The library's part of an answer that has already begun.
 * @param reason why the model did not answer; null when the user chose the library
 * @param found the text to send; null to compute it from the message
 */
export async function* libraryAnswer(
  world: ReplyWorld,
  request: ReplyRequest,
  reason: string | null,
  found: readonly AnswerPart[] | null = null,
): AsyncGenerator<ChatEvent> {
  const beganAt = performance.now();
  // The answer's card is left out: the reason replaces it.
  const parts = found ?? (await messageAnswer(world, request)).parts;
  const ttftMs = performance.now() - beganAt;
  yield { type: "data-ui", data: { type: "model-away", reason } };
  yield { type: "text-start", id: TEXT };
  const lead = reason === null ? "From the library:" : "The model is away. From the library:";
  yield { type: "text-delta", id: TEXT, delta: `${lead}\n\n` };
  yield* textOfSearch({ parts });
  yield { type: "text-end", id: TEXT };
  yield finishEvent(null, ttftMs);
}
