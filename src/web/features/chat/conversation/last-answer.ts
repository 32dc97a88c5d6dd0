import type { Conversation } from "./conversation.ts";

/** The last answer the server knows of; null before there is one. */
export function lastAnswerId({ messages }: Pick<Conversation, "messages">): string | null {
  return messages.findLast(({ role, isLocal }) => role === "assistant" && !isLocal)?.id ?? null;
}
