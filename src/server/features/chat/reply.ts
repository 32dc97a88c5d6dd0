import { randomBytes } from "node:crypto";
import type { ChatEvent, MessageUi } from "#shared/features/chat/contract.ts";
import { findHelp } from "#shared/features/chat/help/help-rules.ts";
import { createReasoningSplitter } from "#shared/features/chat/reasoning.ts";
import { needOf } from "#shared/features/memories/need.ts";
import { PartWriter, sourceEvent } from "./run/part-writer.ts";
import { buildPrompt } from "./prompt.ts";
import type { Retrieve, RetrieveRequest } from "./retrieval.ts";
import { searchAnswer } from "#shared/features/chat/search-answer.ts";
import { smallTalk } from "#shared/features/chat/small-talk.ts";
import type { Companion } from "#server/features/companions/roster.ts";
import { askModels, type Meter } from "#server/features/models/ask-models.ts";
import type { ModelChooser } from "#server/features/models/catalogue.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { type LanguageModel, ModelError, type PromptMessage } from "#server/platform/llm/language-model.ts";

/** The one part of an answer that no model writes. */
const TEXT = "text-1";
const ITEMS_FOR_SEARCH = 6;
const ITEMS_FOR_MODEL = 8;

export interface ReplyWorld {
  /** Null: search mode. */
  languageModel: LanguageModel | null;
  retrieve: Retrieve;
  models: ModelChooser;
}

export interface ReplyRequest {
  runId: string;
  threadId: string;
  /** Of the answer. */
  messageId: string;
  viewer: Actor;
  companion: Pick<Companion, "id" | "name" | "persona">;
  question: string;
  /** Earlier turns, oldest first. */
  history: readonly PromptMessage[];
  showThinking: boolean;
  /** Whether a language model is given what the library has. Search mode always searches. */
  useRag: boolean;
  metric: RetrieveRequest["metric"];
  /** Ids of communities. */
  connected: readonly string[];
  /** The person wants the library's answer, whatever model there is. */
  fromLibrary: boolean;
  /** Why the model may not be asked, as a sentence; null when it may. */
  overBudget: string | null;
  /** Ids of the language models to try, the best first. */
  models: readonly string[];
  /** Kept up to date with what a language model says. */
  meter: Meter;
}

/** Whether answering this takes a language model, and so costs something. Words of danger never do. */
export function callsModel(
  { languageModel }: ReplyWorld,
  { text, fromLibrary = false }: { text: string; fromLibrary?: boolean | undefined },
): boolean {
  return languageModel !== null && !fromLibrary && findHelp(text) === null;
}

/**
 * What a companion answers, event by event, from `start` to `finish`: fixed help to words of danger, else the language
 * model's words, else those of the search, which also steps in for a model that is away or over its budget. The iterable
 * throws the ModelError of a model that broke off in the middle and whatever retrieval throws; the run turns that into the
 * last events.
 */
export function reply(
  world: ReplyWorld,
  request: ReplyRequest,
  signal: AbortSignal,
): AsyncIterable<ChatEvent> {
  const help = findHelp(request.question);
  if (help !== null) return say(request, { text: help.text, ui: { type: "help-card", kind: help.kind } });
  if (world.languageModel !== null)
    return request.fromLibrary || request.overBudget !== null
      ? insteadOfModel(world, request, request.overBudget)
      : ask(world, world.languageModel, request, signal);
  const talk = smallTalk(request.question, request.companion.name);
  return talk === null ? search(world, request) : say(request, talk);
}

async function* say(
  request: ReplyRequest,
  { text, ui }: { text: string; ui: MessageUi | null },
): AsyncGenerator<ChatEvent> {
  yield startEvent(request, null);
  if (ui !== null) yield { type: "data-ui", data: ui };
  yield { type: "text-start", id: TEXT };
  yield { type: "text-delta", id: TEXT, delta: text };
  yield { type: "text-end", id: TEXT };
  yield finishEvent(null, 0);
}

async function* search(world: ReplyWorld, request: ReplyRequest): AsyncGenerator<ChatEvent> {
  const beganAt = performance.now();
  yield startEvent(request, null);
  const hits = await itemsFor(world, request, ITEMS_FOR_SEARCH);
  const ttftMs = performance.now() - beganAt;
  yield { type: "text-start", id: TEXT };
  const answer = searchAnswer(hits);
  yield* textOfSearch(answer);
  yield { type: "text-end", id: TEXT };
  if (answer.confidence !== "sure") yield offerOf(request.question);
  yield finishEvent(null, ttftMs);
}

function* textOfSearch(answer: ReturnType<typeof searchAnswer>): Generator<ChatEvent> {
  for (const { text, items } of answer.parts) {
    for (const item of items) yield sourceEvent(item);
    yield { type: "text-delta", id: TEXT, delta: text };
  }
}

/** The library's answer in place of the model's. @param reason why; null when the person wanted it so */
async function* insteadOfModel(
  world: ReplyWorld,
  request: ReplyRequest,
  reason: string | null,
): AsyncGenerator<ChatEvent> {
  yield startEvent(request, null);
  yield* libraryAnswer(world, request, reason);
}

async function* libraryAnswer(
  world: ReplyWorld,
  request: ReplyRequest,
  reason: string | null,
): AsyncGenerator<ChatEvent> {
  const beganAt = performance.now();
  const talk = smallTalk(request.question, request.companion.name);
  const hits = talk === null ? await itemsFor(world, request, ITEMS_FOR_SEARCH) : [];
  const ttftMs = performance.now() - beganAt;
  yield { type: "data-ui", data: { type: "model-away", reason } };
  yield { type: "text-start", id: TEXT };
  const said = reason === null ? "From the library:" : "The model is away. From the library:";
  yield { type: "text-delta", id: TEXT, delta: `${said}\n\n` };
  if (talk === null) yield* textOfSearch(searchAnswer(hits));
  else yield { type: "text-delta", id: TEXT, delta: talk.text };
  yield { type: "text-end", id: TEXT };
  yield finishEvent(null, ttftMs);
}

async function* ask(
  world: ReplyWorld,
  model: LanguageModel,
  request: ReplyRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const beganAt = performance.now();
  const { companion, question, history, models, meter } = request;
  const [asked = model.defaultModel] = models;
  yield startEvent(request, asked);
  const items = request.useRag ? await itemsFor(world, request, ITEMS_FOR_MODEL) : null;
  const nonce = randomBytes(9).toString("base64url");
  const messages = buildPrompt({ companion, history, question, items, nonce });
  const onGone = (id: string) => world.models.markGone(id);
  const deltas = askModels(model, { messages, models, signal, onGone }, meter);
  let speaker = asked;
  const parts = new PartWriter(items ?? [], request.showThinking);
  const splitter = createReasoningSplitter();
  let ttftMs: number | null = null;
  const heldBack = () => [...splitter.end().flatMap((piece) => parts.write(piece)), ...parts.end()];
  try {
    for await (const { type, delta } of deltas) {
      if (meter.model !== speaker) {
        speaker = meter.model;
        yield { type: "message-metadata", messageMetadata: { model: speaker } };
      }
      const pieces = type === "text" ? splitter.push(delta) : [{ kind: type, delta }];
      for (const piece of pieces) for (const event of parts.write(piece)) yield event;
      if (parts.hasSpoken) ttftMs ??= performance.now() - beganAt;
    }
  } catch (error) {
    for (const event of heldBack()) yield event; // it is part of what was said
    if (parts.hasSpoken || signal.aborted || !(error instanceof ModelError)) throw error;
    meter.wasAway = true;
    return yield* libraryAnswer(world, request, error.failure.message);
  }
  for (const event of heldBack()) yield event;
  if (parts.hasSpoken) return yield finishEvent(meter.model, ttftMs);
  meter.wasAway = true;
  yield* libraryAnswer(world, request, noAnswer().failure.message);
}

/** What was not found may be kept as a need. */
function offerOf(question: string): ChatEvent {
  return {
    type: "data-ui",
    data: { type: "memory-offer", memoryType: "looking-for", content: needOf(question) },
  };
}

function itemsFor(world: ReplyWorld, request: ReplyRequest, limit: number) {
  const { viewer, question, companion, metric, connected } = request;
  return world.retrieve(viewer, { text: question, companion: companion.id, metric, connected, limit });
}

function startEvent(request: ReplyRequest, model: string | null): ChatEvent {
  const { messageId, runId, threadId, companion } = request;
  return {
    type: "start",
    messageId,
    messageMetadata: { runId, threadId, companion: companion.id, model },
  };
}

function finishEvent(model: string | null, ttftMs: number | null): ChatEvent {
  return {
    type: "finish",
    messageMetadata: { model, ttftMs: ttftMs === null ? null : Math.round(ttftMs) },
  };
}

function noAnswer(): ModelError {
  return new ModelError({
    code: "garbled",
    retryable: true,
    retryAfter: null,
    message: "The language model gave no answer. Please try again.",
  });
}
