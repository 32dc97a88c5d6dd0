import * as z from "zod/mini";
import { leaveMessage } from "#shared/features/chat/leave-contract.ts";
import { isSentByPage } from "#shared/outbox/operation.ts";
import { shorten } from "#shared/shorten.ts";
import { discard, type QueuedOperation, listQueued, retry } from "#web/offline/outbox/outbox.ts";
import { enqueue } from "#web/offline/outbox/queue.ts";
import { readOutbox, subscribeToOutbox } from "#web/offline/outbox/outbox-view.ts";
import type { ChatRequest } from "./chat-transport.ts";

/** What a person has said and the server does not have yet. */
export interface QueuedMessage {
  /** Of the message. */
  id: string;
  threadId: string;
  text: string;
  companion: string | null;
}

/** The messages this device keeps, as the chat needs them. */
export interface QueuedMessages {
  /** Keeps what is about to be sent. @returns false when this device keeps nothing: then it is in this page only */
  add(body: SentBody): Promise<boolean>;
  /** The server has it, or has refused it: the page shows that itself. */
  drop(messageId: string): Promise<void>;
  /** The page could not send it: from now on the outbox does. */
  release(messageId: string): Promise<void>;
  /** Whether something said in this conversation is on this device still, also while a page tries to send it. */
  has(threadId: string): Promise<boolean>;
  /** Calls back with what waits here, oldest first, and with the conversations in which something has arrived since. */
  follow(listener: (waiting: readonly QueuedMessage[], arrived: ReadonlySet<string>) => void): void;
}

type SentBody = Extract<ChatRequest, { kind: "say" }>["body"];

/** So long the page itself sends what it keeps, in milliseconds. When it dies before, the outbox sends it afterwards. */
const OWN_TRY_MS = 20_000;
/** Milliseconds. */
const PATIENCE_MS = 2000;
const MAX_LABEL = 60;
/** What of a body is shown again; an older version of the page may have made it. */
const shown = z.object({
  messageId: z.string(),
  threadId: z.string(),
  text: z.string(),
  companion: z.optional(z.string()),
});

export const queuedMessages: QueuedMessages = {
  async add({ beginsThread: _, trigger, ...body }) {
    const { messageId, threadId } = body;
    if (messageId === undefined || threadId === undefined || trigger === "retry") return false;
    const isQueued = enqueue(
      leaveMessage,
      { body: { ...body, messageId, threadId, ...(trigger && { trigger }) } },
      {
        // The same as the message's: what is said again after an edit or a Retry takes its own place.
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
    // A database that hangs must not keep anybody from speaking.
    return await Promise.race([isQueued, new Promise<false>((done) => setTimeout(done, PATIENCE_MS, false))]);
  },
  drop: discard,
  release: async (messageId) => retry([messageId]),
  has: async (threadId) =>
    (await listQueued()).some((operation) => messageOf(operation)?.threadId === threadId),
  follow(listener) {
    const known = new Map<string, string>();
    const look = () => {
      const { kept, sent } = readOutbox();
      const messages = kept.flatMap((operation) => messageOf(operation) ?? []);
      const arrived = new Set<string>();
      for (const { id, threadId } of messages) if (!sent.has(id)) known.set(id, threadId);
      for (const [id, threadId] of known) {
        if (!sent.has(id)) continue;
        known.delete(id);
        arrived.add(threadId);
      }
      const isHere = new Set(kept.filter((operation) => !isSentByPage(operation)).map(({ id }) => id));
      listener(
        messages.filter(({ id }) => isHere.has(id) && !sent.has(id)),
        arrived,
      );
    };
    subscribeToOutbox(look);
    look();
  },
};

function messageOf({ endpointId, body }: QueuedOperation): QueuedMessage | null {
  const given = endpointId === leaveMessage.id ? shown.safeParse(body).data : undefined;
  if (given === undefined) return null;
  const { messageId: id, threadId, text, companion = null } = given;
  return { id, threadId, text, companion };
}
