import * as z from "zod/mini";
import { leaveMessage } from "#shared/features/chat/leave-contract.ts";
import { isSentByPage } from "#shared/outbox/operation.ts";
import { shorten } from "#shared/shorten.ts";
import { storesNothing } from "#web/offline/database.ts";
import { discard, type QueuedOperation, listQueued, retry } from "#web/offline/outbox/outbox.ts";
import { enqueue } from "#web/offline/outbox/queue.ts";
import { outboxView } from "#web/offline/outbox/outbox-view.ts";
import type { ChatRequest } from "./chat-transport.ts";

/** A message of the user that the server does not have yet. */
export interface QueuedMessage {
  /** Id of the message. */
  id: string;
  threadId: string;
  text: string;
  companion: string | null;
}

/** The message queue used by the chat. */
export interface QueuedMessages {
  /** Queues a message about to be sent. @returns false when this device has no storage: the message is then in this page only */
  add(body: SentBody): Promise<boolean>;
  /** Removes a message the server has accepted or refused; the page shows that itself. */
  drop(messageId: string): Promise<void>;
  /** Lets the outbox send a message that the page could not send. */
  release(messageId: string): Promise<void>;
  /** Whether a message of this conversation is still on this device, also while a page tries to send it. */
  has(threadId: string): Promise<boolean>;
  /** Calls back with the queued messages, oldest first, and the conversations in which messages have been sent since. */
  follow(listener: (waiting: readonly QueuedMessage[], arrived: ReadonlySet<string>) => void): void;
}

type SentBody = Extract<ChatRequest, { kind: "say" }>["body"];

/** Milliseconds during which the page itself sends a queued message. If the page is killed, the outbox sends it afterwards. */
const OWN_TRY_MS = 20_000;
/** Milliseconds. */
const PATIENCE_MS = 2000;
const MAX_LABEL = 60;
/** The fields of a body that are shown again; an older version of the page may have made it. */
const shown = z.object({
  messageId: z.string(),
  threadId: z.string(),
  text: z.string(),
  companion: z.optional(z.string()),
});

export const queuedMessages: QueuedMessages = {
  // The position is not stored: it is outdated when this is sent, and private.
  async add({ beginsThread: _, position: _position, trigger, ...body }) {
    const { messageId, threadId } = body;
    if (messageId === undefined || threadId === undefined || trigger === "retry") return false;
    if (storesNothing()) return false;
    const isQueued = enqueue(
      leaveMessage,
      { body: { ...body, messageId, threadId, ...(trigger && { trigger }) } },
      {
        // The message's own id, so that sending it again after an edit or a Retry replaces the queued one.
        id: messageId,
        entity: `thread:${threadId}`,
        label: shorten(body.text, MAX_LABEL),
        notBefore: Date.now() + OWN_TRY_MS,
        replaces: [messageId],
      },
    ).then(
      () => true,
      () => false,
    );
    // A hanging database must not prevent a user from sending.
    return await Promise.race([isQueued, new Promise<false>((done) => setTimeout(done, PATIENCE_MS, false))]);
  },
  drop: discard,
  release: async (messageId) => retry([messageId]),
  has: async (threadId) =>
    (await listQueued()).some((operation) => messageOf(operation)?.threadId === threadId),
  follow(listener) {
    const known = new Map<string, string>();
    const look = () => {
      const { operations, sent } = outboxView.get();
      const messages = operations.flatMap((operation) => messageOf(operation) ?? []);
      const arrived = new Set<string>();
      for (const { id, threadId } of messages) if (!sent.has(id)) known.set(id, threadId);
      for (const [id, threadId] of known) {
        if (!sent.has(id)) continue;
        known.delete(id);
        arrived.add(threadId);
      }
      const isHere = new Set(operations.filter((operation) => !isSentByPage(operation)).map(({ id }) => id));
      listener(
        messages.filter(({ id }) => isHere.has(id) && !sent.has(id)),
        arrived,
      );
    };
    outboxView.subscribe(look);
    look();
  },
};

function messageOf({ endpointId, body }: QueuedOperation): QueuedMessage | null {
  const given = endpointId === leaveMessage.id ? shown.safeParse(body).data : undefined;
  if (given === undefined) return null;
  const { messageId: id, threadId, text, companion = null } = given;
  return { id, threadId, text, companion };
}
