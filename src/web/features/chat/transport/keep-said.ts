import type { ChatRequest } from "./chat-line.ts";
import type { KeptMessages } from "./kept-messages.ts";

/** A message that is on this device before it is sent. */
export interface KeptSaid {
  id: string;
  /** The server has it or has refused it. */
  drop: () => Promise<void>;
  /** From now on the outbox sends it. */
  release: () => Promise<void>;
}

/** Keeps what is said before it is sent. Null for what needs no keeping, and where this device keeps nothing. */
export async function keepSaid(
  load: (() => Promise<KeptMessages>) | undefined,
  request: ChatRequest,
): Promise<KeptSaid | null> {
  if (load === undefined || request.kind !== "say" || request.body.trigger === "retry") return null;
  const { messageId: id } = request.body;
  // A page that could not load it speaks all the same.
  const kept = await load().catch(() => null);
  if (kept === null || id === undefined || !(await kept.keep(request.body))) return null;
  return { id, drop: () => kept.drop(id), release: () => kept.release(id) };
}
