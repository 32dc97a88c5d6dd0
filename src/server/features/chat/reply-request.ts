import type { ChatEvent } from "#shared/features/chat/contract.ts";
import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import type { SentPosition } from "#shared/features/chat/position.ts";
import type { AbilityWorld } from "#shared/features/talk/answer/ability-world.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import type { EarlierTurn } from "#shared/features/talk/understand/replay.ts";
import type { OpenAbilities } from "./abilities.ts";
import type { Readable } from "./earlier-turns.ts";
import type { GivenMemories } from "./given-memories.ts";
import type { Retrieve, RetrieveRequest } from "./retrieval.ts";
import type { Companion } from "#server/features/companions/roster.ts";
import type { Meter } from "#server/features/models/ask-models.ts";
import type { ModelChooser } from "#server/features/models/catalogue.ts";
import type { Actor } from "#server/http/request/actor.ts";
import type { LanguageModel } from "#server/platform/llm/language-model.ts";

export interface ReplyWorld {
  /** Null: search mode. */
  languageModel: LanguageModel | null;
  retrieve: Retrieve;
  abilities: OpenAbilities;
  /** Milliseconds since the Unix epoch; tests replace it. */
  now?: () => number;
  models: ModelChooser;
}

export interface ReplyRequest {
  runId: string;
  threadId: string;
  /** Id of the answer. */
  messageId: string;
  viewer: Actor;
  companion: Pick<Companion, "id" | "name" | "persona">;
  question: string;
  /** The help for words of danger in the question; null when there are none. */
  help: HelpKind | null;
  /** The conversation before it, for a language model. */
  readable: Readable;
  /** Earlier user messages with the sources shown for them, oldest first. */
  earlier: readonly EarlierTurn[];
  showThinking: boolean;
  /** Whether a language model receives data from the library. Search mode always searches. */
  useRag: boolean;
  metric: RetrieveRequest["metric"];
  /** Ids of communities. */
  connected: readonly string[];
  /** The user's position, for this answer only; null when they do not share it. */
  position: SentPosition | null;
  /** The user chose the library's answer, even if there is a model. */
  fromLibrary: boolean;
  /** Reason why the model may not be called, as a sentence; null when it may. */
  overBudget: string | null;
  /** Ids of the language models to try, best first. */
  models: readonly string[];
  /** Updated while a language model answers. */
  meter: Meter;
  /** Updated while the answer is written. */
  given: GivenMemories;
}

/** Whether the answer needs a language model, and thus uses budget. Words of danger never do. */
export function callsModel(
  { languageModel }: ReplyWorld,
  { help, fromLibrary }: Pick<ReplyRequest, "help" | "fromLibrary">,
): boolean {
  return languageModel !== null && !fromLibrary && help === null;
}

/** The world as the person may see it now. @param isForModel leaves out memories kept from language models */
export function abilitiesFor(
  world: ReplyWorld,
  { viewer, companion, connected, position, given }: ReplyRequest,
  { isForModel }: { isForModel: boolean },
): Promise<AbilityWorld> {
  const now = new Date(world.now?.() ?? Date.now());
  return world.abilities(viewer, { companion: companion.id, connected, now, position, given, isForModel });
}

/** Search results for the message, best first. @param isForModel leaves out memories kept from language models */
export function itemsFor(
  world: ReplyWorld,
  request: ReplyRequest,
  { limit, isForModel }: { limit: number; isForModel: boolean },
): Promise<Retrieved[]> {
  const { viewer, question: text, companion, metric, connected } = request;
  return world.retrieve(viewer, { text, companion: companion.id, metric, connected, limit, isForModel });
}

export function startEvent(request: ReplyRequest, model: string | null): ChatEvent {
  const { messageId, runId, threadId, companion } = request;
  return {
    type: "start",
    messageId,
    messageMetadata: { runId, threadId, companion: companion.id, model },
  };
}

export function finishEvent(model: string | null, ttftMs: number | null): ChatEvent {
  return {
    type: "finish",
    messageMetadata: { model, ttftMs: ttftMs === null ? null : Math.round(ttftMs) },
  };
}
