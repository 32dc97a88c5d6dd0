import { sendMessage } from "#shared/features/chat/contract.ts";
import type { SentPosition } from "#shared/features/chat/position.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { OperationProblem } from "#shared/outbox/operation.ts";
import { shorten } from "#shared/shorten.ts";
import { storesNothing } from "#web/offline/database.ts";
import { deletedThreads } from "../threads/deleted-threads.ts";
import { leaveToOutbox, shareOf, showOwn } from "#web/offline/outbox/answer-streams.ts";
import { discard, listQueued, NotQueued, type QueuedOperation, retry } from "#web/offline/outbox/outbox.ts";
import { outboxView } from "#web/offline/outbox/outbox-view.ts";
import { bodyOf, enqueue, operation, storeAndWait } from "#web/offline/outbox/queue.ts";
import { drain } from "#web/offline/outbox/sender.ts";

/** A message of the user that the server does not have yet. */
export interface QueuedMessage {
  /** Id of the message. */
  id: string;
  threadId: string;
  text: string;
  companion: string | null;
}

export interface MessageBody extends Omit<BodyOf<typeof sendMessage>, "position"> {
  messageId: string;
  threadId: string;
  /** The device may still be looking for it. The message is stored meanwhile, and sent afterwards; null when the device fails. */
  position?: Promise<SentPosition | null>;
}

/** The run that answers a message, with its open stream if this page sent the message. */
export interface OpenRun {
  runId: string;
  response?: Response | undefined;
}

/**
 * The result of sending a message. `queued`: the outbox tries again; `problem` is null when no try has ended yet. `isThreadGone`: the
 * conversation was deleted, or its companion is no longer there.
 */
export type Sent =
  | ({ status: "sent" } & OpenRun)
  | { status: "queued"; problem: OperationProblem | null }
  | { status: "refused"; problem: { error: string }; isThreadGone?: boolean };

/** The messages of this user that the server does not have yet. */
export interface MessageOutbox {
  /**
   * Stores a message on this device and sends it.
   * @param options `isBehind`: an earlier message or answer comes first, so the call does not wait for the first try. `signal`: the user
   * has left the conversation, and the message is queued like any other. `onStored`: called when it is stored
   */
  send(
    body: MessageBody,
    options: { isBehind: boolean; signal: AbortSignal; onStored: () => void },
  ): Promise<Sent>;
  /** Withdraws a message. */
  drop(messageId: string): Promise<void>;
  /** Tries again immediately, because the answer before the message has ended. */
  hurry(messageId: string): Promise<void>;
  /** Whether a message of this conversation is still on this device. */
  has(threadId: string): Promise<boolean>;
  /**
   * Calls back with the queued messages, oldest first, the conversations in which messages have arrived since, and those that the user has
   * deleted.
   */
  follow(
    listener: (
      waiting: readonly QueuedMessage[],
      arrived: ReadonlySet<string>,
      deleted: ReadonlySet<string>,
    ) => void,
  ): void;
}

const MAX_LABEL = 60;

/** @param isKnown resolves when the server has identified the user, before which no message can be sent */
export function openMessageOutbox(isKnown: Promise<void>): MessageOutbox {
  return {
    // The position is not stored: it is private, and outdated when the message is sent later.
    async send({ position, ...body }, { isBehind, signal, onStored }) {
      const { messageId: id, threadId, text } = body;
      // With the message's own id, sending it again after an edit or a Retry replaces the queued one.
      const options = { id, entity: `thread:${threadId}`, label: shorten(text, MAX_LABEL) };
      const replaces = [id];
      if (isBehind || signal.aborted)
        return await behind(enqueue(sendMessage, { body }, { ...options, replaces }), onStored);
      const opened = Promise.withResolvers<Sent>();
      showOwn(id, {
        unstored: async () => ({ position: (await position) ?? undefined }),
        take: (runId, response) => opened.resolve({ status: "sent", runId, response }),
      });
      const leave = () => leaveToOutbox(id);
      signal.addEventListener("abort", leave);
      const tried = storeAndWait([operation(sendMessage, { body }, options)], {
        replaces,
        staysWhenRefused: true,
        onStored() {
          // A message in memory would be lost with the page: it counts as stored once it is sent.
          if (!storesNothing()) onStored();
          void isKnown.then(drain).catch(() => undefined); // the page's own retry schedule may not have started
        },
      }).then(async (result): Promise<Sent> => {
        signal.removeEventListener("abort", leave);
        if (result.status === "sent") return { status: "sent", ...(result.data as OpenRun) };
        // The conversation shows the refusal, unless the user has left it. A refused request for another answer is discarded.
        const isSaved = signal.aborted && body.trigger !== "retry";
        // Without a status, another window has discarded it.
        const isHere =
          result.status === "refused" && (result.error.code !== "gone" || result.error.status > 0);
        if (isHere && !isSaved) await discard(id);
        leave();
        if (result.status === "refused")
          return {
            status: "refused",
            problem: { error: result.error.message },
            isThreadGone: isHere && result.error.code === "gone",
          };
        return { status: "queued", problem: result.problem };
      });
      return await Promise.race([opened.promise, tried]);
    },
    drop: discard,
    hurry: async (messageId) => retry([messageId]),
    has: async (threadId) => (await listQueued()).some((queued) => messageOf(queued)?.threadId === threadId),
    follow(listener) {
      const known = new Map<string, string>();
      const look = () => {
        const { operations, sent } = outboxView.get();
        const messages = operations.flatMap((queued) => messageOf(queued) ?? []);
        const arrived = new Set<string>();
        for (const { id, threadId } of messages) if (!sent.has(id)) known.set(id, threadId);
        for (const [id, threadId] of known) {
          if (!sent.has(id)) continue;
          known.delete(id);
          if (shareOf(id) === undefined) arrived.add(threadId);
        }
        const deleted = deletedThreads({ operations, sent });
        listener(
          messages.filter(
            ({ id, threadId }) => shareOf(id) === undefined && !sent.has(id) && !deleted.has(threadId),
          ),
          arrived,
          deleted,
        );
      };
      outboxView.subscribe(look);
      look();
    },
  };
}

async function behind(isQueued: Promise<void>, onStored: () => void): Promise<Sent> {
  try {
    await isQueued;
  } catch (error) {
    if (error instanceof NotQueued) return { status: "refused", problem: { error: error.message } };
    throw error;
  }
  onStored();
  return { status: "queued", problem: null };
}

function messageOf(queued: QueuedOperation): QueuedMessage | null {
  const message = bodyOf(sendMessage, queued);
  if (message === null || message.trigger === "retry") return null;
  const { messageId: id, threadId, text, companion = null } = message;
  if (id === undefined || threadId === undefined) return null;
  return { id, threadId, text, companion };
}
