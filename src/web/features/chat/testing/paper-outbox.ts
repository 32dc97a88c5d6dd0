import type { QueuedMessage, QueuedMessages } from "../transport/queued-messages.ts";

type Body = Parameters<QueuedMessages["add"]>[0];

/** Keeps what is said until the server has it; the page that keeps it sends it first. */
export class PaperOutbox implements QueuedMessages {
  readonly #rows = new Map<string, { body: Body; isHeld: boolean; isOrphan: boolean }>();
  #listener: Parameters<QueuedMessages["follow"]>[0] | null = null;

  add = async (body: Body): Promise<boolean> => {
    this.#rows.set(body.messageId ?? "", { body, isHeld: true, isOrphan: false });
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

  /** Another page was opened: what the one before had in its hand is sent now, without a word about waiting. */
  orphan(): void {
    for (const row of this.#rows.values()) row.isOrphan = true;
  }

  has = async (threadId: string): Promise<boolean> =>
    [...this.#rows.values()].some(({ body }) => body.threadId === threadId);

  hears(listener: Parameters<QueuedMessages["follow"]>[0] | null): void {
    this.#listener = listener;
  }

  follow = (listener: Parameters<QueuedMessages["follow"]>[0]): void => {
    this.#listener = listener;
    listener(this.waiting(), new Set());
  };

  waiting(): QueuedMessage[] {
    return [...this.#rows.values()].flatMap(({ body, isHeld }) =>
      isHeld
        ? []
        : [
            {
              id: body.messageId ?? "",
              threadId: body.threadId ?? "",
              text: body.text,
              companion: body.companion ?? null,
            },
          ],
    );
  }

  async send(take: (body: { messageId: string; text: string; threadId: string }) => void): Promise<void> {
    for (const [id, { body, isHeld, isOrphan }] of this.#rows) {
      if (isHeld && !isOrphan) continue;
      const { messageId = "", threadId = "", text } = body;
      take({ messageId, threadId, text });
      this.#rows.delete(id);
      this.#tell(threadId);
    }
  }

  #tell(...arrived: string[]): void {
    this.#listener?.(this.waiting(), new Set(arrived));
  }
}
