import type { Message } from "#shared/features/chat/contract.ts";
import type { Memory } from "#shared/features/memories/contract.ts";
import type { AssistantMessage, ChatMessage, UserMessage } from "../store/chat-state.ts";

/** None for a system message: those are not for people. After it what its person spoke to be kept. */
export function fromStored(message: Message): ChatMessage[] {
  const said = saidIn(message);
  return said === null ? [] : [said, ...message.keptAfter.map(kept)];
}

function saidIn(message: Message): ChatMessage | null {
  const { id, content, reasoning, sources, ui, state, error, parentId, versions, model } = message;
  const standing = { id, parentId, versions, isLocal: false };
  if (message.role === "system") return null;
  if (message.role === "user") return { ...standing, role: "user", text: content };
  if (state === "running") {
    // As far as it had come; it is heard again from its beginning.
    const status = content === "" ? "waiting" : "streaming";
    return { ...blank(id), ...standing, text: content, sources, ui, status, model };
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
    model,
  };
}

/** The mark of a memory that was made from no answer. */
export function kept(memory: Memory): AssistantMessage {
  return { ...note(`kept:${memory.id}`, ""), ui: { type: "memory-created", memory } };
}

/** An own message on its way. */
export function asking(id: string, text: string): UserMessage {
  return { id, role: "user", text, versions: [id], isLocal: false };
}

/** An answer before its first word. */
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
    isDone: false,
    offline: null,
    versions: [id],
    isLocal: true,
  };
}

/** In the place of the answer to a message that waits on this device. */
export function unasked(questionId: string): AssistantMessage {
  return { ...blank(`answer to ${questionId}`), status: "queued" };
}

/** Words of this page's own. */
export function note(id: string, text: string, isDone = false): AssistantMessage {
  return { ...blank(id), text, status: "done", isDone };
}

/** An own message the server is not told of. */
export function aside(id: string, text: string): UserMessage {
  return { ...asking(id, text), isLocal: true };
}
