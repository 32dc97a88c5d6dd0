import type { Message, MessageUi, Source } from "#shared/features/chat/contract.ts";
import type { Memory } from "#shared/features/memories/contract.ts";

export type ChatMessage = UserMessage | AssistantMessage;

/** The position of a message in its conversation. */
interface MessagePlace {
  id: string;
  /** Id of the previous message on the server; undefined when unknown, null when there is none. */
  parentId?: string | null | undefined;
  /** Ids of all versions at this position, oldest first, including this message. */
  versions: readonly string[];
  /** True for a local message of this page, which the server does not have. */
  isLocal: boolean;
}

export interface UserMessage extends MessagePlace {
  role: "user";
  text: string;
}

export interface AssistantMessage extends MessagePlace {
  role: "assistant";
  /** Markdown with citation marks such as `[^resource:123]`. */
  text: string;
  /**
   * `queued`: its question is queued on this device. `waiting`: no text has arrived yet. `disconnected`: the connection was lost, and the rest
   * is fetched later. `stopped` and `failed` preserve the text received so far.
   */
  status: "queued" | "waiting" | "streaming" | "disconnected" | "done" | "stopped" | "failed";
  /** Why it failed and what to do, as a sentence; null unless `failed`. */
  problem: string | null;
  reasoning: Reasoning | null;
  /** Cited sources in citation order. */
  sources: readonly Source[];
  /** The model that answered; null in search mode and for messages of the page. */
  model: string | null;
  /** UI shown with the text or instead of it; null for none. */
  ui: MessageUi | null;
  /** Abilities the model used, in order. */
  steps: readonly string[];
  /** Set when this phone generated the answer while offline; null for answers from the server. */
  offline: {
    /** When its data was last synced, in milliseconds since the epoch; null without a copy. */ syncedAt:
      | number
      | null;
  } | null;
  /** True for a confirmation note, which has a checkmark. */
  isDone: boolean;
}

export interface Reasoning {
  text: string;
  isThinking: boolean;
  /** Duration of the thinking; null while it continues, and when it was not streamed to this page. */
  seconds: number | null;
}

/**
 * Converts a stored message. A system message is omitted, because it is not for users. Notes of memories saved after the message follow it.
 */
export function fromStored(message: Message): ChatMessage[] {
  const chatMessage = chatMessageOf(message);
  return chatMessage === null ? [] : [chatMessage, ...message.keptAfter.map(savedNote)];
}

function chatMessageOf(message: Message): ChatMessage | null {
  const {
    id,
    content,
    reasoning,
    sources,
    ui,
    steps = [],
    state,
    error,
    parentId,
    versions,
    model,
  } = message;
  const common = { id, parentId, versions, isLocal: false };
  if (message.role === "system") return null;
  if (message.role === "user") return { ...common, role: "user", text: content };
  if (state === "running") {
    // An answer that is still running: show its current text, then stream it again from its beginning.
    const status = content === "" ? "waiting" : "streaming";
    return { ...blank(id), ...common, text: content, sources, ui, steps, status, model };
  }
  return {
    ...blank(id),
    ...common,
    text: content,
    status:
      state === "stopped" ? "stopped" : state === "failed" || state === "interrupted" ? "failed" : "done",
    problem: error,
    reasoning: reasoning === "" ? null : { text: reasoning, seconds: null, isThinking: false },
    sources,
    ui,
    steps,
    model,
  };
}

/** Note about a memory that was not created from an answer. */
export function savedNote(memory: Memory): AssistantMessage {
  return { ...note(`saved:${memory.id}`, ""), ui: { type: "memory-created", memory } };
}

/** A user's message that is being sent. */
export function asking(id: string, text: string): UserMessage {
  return { id, role: "user", text, versions: [id], isLocal: false };
}

/** An answer without any text yet. */
export function blank(id: string): AssistantMessage {
  return {
    id,
    role: "assistant",
    text: "",
    status: "waiting",
    problem: null,
    reasoning: null,
    sources: [],
    model: null,
    ui: null,
    steps: [],
    isDone: false,
    offline: null,
    versions: [id],
    isLocal: true,
  };
}

/** Id of the placeholder for the answer to an unsent message. */
export function placeholderOf(questionId: string): string {
  return `answer to ${questionId}`;
}

/** Placeholder answer to a message that is queued on this device. */
export function unasked(questionId: string): AssistantMessage {
  return { ...blank(placeholderOf(questionId)), status: "queued" };
}

/** A message of the page. */
export function note(id: string, text: string, isDone = false): AssistantMessage {
  return { ...blank(id), text, status: "done", isDone };
}

/** A user's message that is not sent to the server. */
export function aside(id: string, text: string): UserMessage {
  return { ...asking(id, text), isLocal: true };
}

/** The user's message that this answer responds to. */
export function questionOf(messages: readonly ChatMessage[], answerId: string): UserMessage | null {
  const index = messages.findIndex(({ id }) => id === answerId);
  const question = messages[index - 1];
  return question?.role === "user" ? question : null;
}
