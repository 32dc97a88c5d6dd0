import type { Conversation } from "./conversation.ts";

/** Id of the last answer stored on the server; null before the first. */
export function lastAnswerId({ messages }: Pick<Conversation, "messages">): string | null {
  return messages.findLast(({ role, isLocal }) => role === "assistant" && !isLocal)?.id ?? null;
}
