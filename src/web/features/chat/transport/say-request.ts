import type { ChatRequest } from "./chat-transport.ts";
import type { ChatSnapshot } from "../store/chat-snapshot.ts";

export type SayRequest = Extract<ChatRequest, { kind: "say" }>;

/**
 * Asks for an answer to words of the person's.
 * @param newThreadId of the conversation that begins with them, where none is shown yet
 */
export function sayRequest(
  { conversation: { threadId }, companionId }: ChatSnapshot,
  newThreadId: string,
  wishes: Omit<SayRequest["body"], "messageId" | "text">,
  { id: messageId, text }: { id: string; text: string },
): SayRequest {
  const thread =
    threadId === null ? { companion: companionId, threadId: newThreadId, beginsThread: true } : { threadId };
  return { kind: "say", body: { ...wishes, messageId, text, ...thread } };
}
