import type { leaveMessage } from "#shared/features/chat/leave-contract.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { QueuedMessage, QueuedMessages } from "../transport/queued-messages.ts";

type Body = BodyOf<typeof leaveMessage>;
type Listener = Parameters<QueuedMessages["follow"]>[0];

/** An in-memory queue of messages that sends when the test says so; the page that queued a message sends it first. */
export class PaperOutbox implements QueuedMessages {
  readonly #rows = new Map<string, { body: Body; isHeld: boolean; isOrphan: boolean }>();
  readonly #listeners = new Set<Listener>();
  /** Sent messages, oldest first. */
  readonly sent: Body[] = [];

  add = async ({ beginsThread: _, ...body }: Parameters<QueuedMessages["add"]>[0]): Promise<boolean> => {
    const { messageId = "", threadId = "" } = body;
    const row = { ...body, messageId, threadId } as Body;
    this.#rows.set(messageId, { body: row, isHeld: true, isOrphan: false });
    return true;
  };

  drop = async (messageId: string): Promise<void> => {
    this.#rows.delete(messageId);
    this.#tell();
  };

  release = async (messageId: string): Promise<void> => {
    const row = this.#rows.get(messageId);
    if (row !== undefined) row.isHeld = false;
    this.#tell();
  };

  has = async (threadId: string): Promise<boolean> =>
    [...this.#rows.values()].some(({ body }) => body.threadId === threadId);

  follow = (listener: Listener): void => {
    this.#listeners.add(listener);
    listener(this.waiting(), new Set());
  };

  /** Another page was opened: messages held by the previous page are sent now, without being listed as waiting. */
  orphan(): void {
    for (const row of this.#rows.values()) row.isOrphan = true;
  }

  /** Removes the listeners of closed pages. */
  forgetListeners(): void {
    this.#listeners.clear();
  }

  waiting(): QueuedMessage[] {
    const released = [...this.#rows.values()].filter(({ isHeld }) => !isHeld);
    return released.map(({ body: { messageId: id, threadId, text, companion = null } }) => ({
      id,
      threadId,
      text,
      companion,
    }));
  }

  /** Sends the messages that no page sends itself. @param take the server: when it throws, the message stays */
  async send(take: (body: Body) => void | Promise<void>): Promise<void> {
    for (const [id, { body, isHeld, isOrphan }] of this.#rows) {
      if (isHeld && !isOrphan) continue;
      await take(body);
      this.#rows.delete(id);
      this.sent.push(body);
      this.#tell(body.threadId);
    }
  }

  #tell(...arrived: string[]): void {
    for (const listener of this.#listeners) listener(this.waiting(), new Set(arrived));
  }
}
