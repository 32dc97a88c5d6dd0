import type { MessageUi, Source } from "#shared/features/chat/contract.ts";
import { asking, type AssistantMessage, type ChatMessage, unasked } from "./chat-message.ts";
import type { Conversation } from "./conversation.ts";

// Unsent messages. Each is followed by a placeholder for its answer.

/** An answer generated on this phone, with the age of its data. */
export interface LocalAnswer {
  /** Markdown with citation marks, in the same form as the server's answers. */
  text: string;
  sources: Source[];
  ui: MessageUi | null;
  /** Milliseconds since the epoch; null when this phone has never fetched a copy. */
  syncedAt: number | null;
}

/** Adds the messages queued on this device, oldest first. Messages already shown keep their positions. */
export function withTurns(
  before: Conversation,
  queued: readonly { id: string; text: string }[],
): Conversation {
  const questions = queued.filter(({ id }) => before.messages.every((one) => one.id !== id));
  if (questions.length === 0) return before;
  const turns = questions.flatMap(({ id, text }) => [asking(id, text), unasked(id)]);
  return {
    ...before,
    messages: [...before.messages, ...turns],
    unsent: [...before.unsent, ...questions.map(({ id }) => id)],
  };
}

/** Replaces a placeholder with this phone's answer. */
export function answeredHere(before: Conversation, answerId: string, answer: LocalAnswer): Conversation {
  const { text, sources, ui, syncedAt } = answer;
  const messages = before.messages.map((message) =>
    message.id === answerId && isQueued(message)
      ? { ...message, text, sources, ui, offline: { syncedAt } }
      : message,
  );
  return { ...before, messages };
}

/** Queued answers that this phone has not covered itself by an answer or a help card. */
export function unanswered(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  // A help card is shown immediately; the way to the medics follows.
  return messages.filter(
    (one) => isQueued(one) && one.offline === null && (one.ui === null || one.ui.type === "help-card"),
  );
}

function isQueued(message: ChatMessage | undefined): message is AssistantMessage {
  return message?.role === "assistant" && message.status === "queued";
}

/** Unsent messages, each with its placeholder. */
export function queuedTurns(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.filter((message, index) => isQueued(message) || isQueued(messages[index + 1]));
}

/** Removes a message and its placeholder. */
export function withoutTurn(before: Conversation, questionId: string): Conversation {
  const index = before.messages.findIndex(({ id }) => id === questionId);
  if (index === -1) return before;
  const unsent = before.unsent.filter((id) => id !== questionId);
  return { ...before, unsent, messages: before.messages.toSpliced(index, 2) };
}

/**
 * The user's messages that failed to reach the server, each with its failed answer. Excludes messages in the outbox, which are added from
 * the queue.
 */
export function unsentTurns({ messages, unsent }: Conversation, arrived: ReadonlySet<string>): ChatMessage[] {
  return messages.flatMap((message, index) => {
    const answer = messages[index + 1];
    const hasFailed =
      unsent.includes(message.id) &&
      !arrived.has(message.id) &&
      answer?.role === "assistant" &&
      answer.status === "failed";
    return hasFailed ? [message, answer] : [];
  });
}
