import type { ChatRequest } from "./chat-transport.ts";
import type { QueuedMessages } from "./queued-messages.ts";

/** A message that is on this device before it is sent. */
export interface QueueSlot {
  id: string;
  /** The server has it or has refused it. */
  drop: () => Promise<void>;
  /** From now on the outbox sends it. */
  release: () => Promise<void>;
}

/** Keeps what is said before it is sent. Null for what needs no keeping, and where this device keeps nothing. */
export async function queueMessage(
  load: (() => Promise<QueuedMessages>) | undefined,
  request: ChatRequest,
): Promise<QueueSlot | null> {
  if (load === undefined || request.kind !== "say" || request.body.trigger === "retry") return null;
  const { messageId: id } = request.body;
  // A page that could not load it speaks all the same.
  const queue = await load().catch(() => null);
  if (queue === null || id === undefined || !(await queue.add(request.body))) return null;
  return { id, drop: () => queue.drop(id), release: () => queue.release(id) };
}
