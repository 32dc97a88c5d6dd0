import type { ChatRequest } from "./chat-transport.ts";
import type { QueuedMessages } from "./queued-messages.ts";

/** A message stored on this device before it is sent. */
export interface QueueSlot {
  id: string;
  /** Removes it, because the server has accepted or refused it. */
  drop: () => Promise<void>;
  /** Lets the outbox send it from now on. */
  release: () => Promise<void>;
}

/** Queues a message before it is sent. Null for one that needs no queue, and where this device has no storage. */
export async function queueMessage(
  load: (() => Promise<QueuedMessages>) | undefined,
  request: ChatRequest,
): Promise<QueueSlot | null> {
  if (load === undefined || request.kind !== "say" || request.body.trigger === "retry") return null;
  const { messageId: id } = request.body;
  // If the queue could not be loaded, the message is sent without it.
  const queue = await load().catch(() => null);
  if (queue === null || id === undefined || !(await queue.add(request.body))) return null;
  return { id, drop: () => queue.drop(id), release: () => queue.release(id) };
}
