import type { Message } from "#shared/features/chat/contract.ts";
import type { Memory } from "#shared/features/memories/contract.ts";
import type { AssistantMessage, ChatMessage, UserMessage } from "../store/chat-state.ts";

/**
 * Converts a stored message. A system message gives none, because it is not for users. Notes of memories saved after the message
 * follow it.
 */
export function fromStored(message: Message): ChatMessage[] {
  const said = saidIn(message);
  return said === null ? [] : [said, ...message.keptAfter.map(savedNote)];
}

function saidIn(message: Message): ChatMessage | null {
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
  const standing = { id, parentId, versions, isLocal: false };
  if (message.role === "system") return null;
  if (message.role === "user") return { ...standing, role: "user", text: content };
  if (state === "running") {
    // An answer still running: shows what it has so far, and is then streamed again from its beginning.
    const status = content === "" ? "waiting" : "streaming";
    return { ...blank(id), ...standing, text: content, sources, ui, steps, status, model };
  }
  return {
    ...blank(id),
    ...standing,
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

/** Note about a memory that was not made from an answer. */
export function savedNote(memory: Memory): AssistantMessage {
  return { ...note(`saved:${memory.id}`, ""), ui: { type: "memory-created", memory } };
}

/** A user's message being sent. */
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

/** Placeholder answer to a message that is queued on this device. */
export function unasked(questionId: string): AssistantMessage {
  return { ...blank(`answer to ${questionId}`), status: "queued" };
}

/** A message of the page itself. */
export function note(id: string, text: string, isDone = false): AssistantMessage {
  return { ...blank(id), text, status: "done", isDone };
}

/** A user's message that is not sent to the server. */
export function aside(id: string, text: string): UserMessage {
  return { ...asking(id, text), isLocal: true };
}
