import { sendMessage } from "#shared/features/chat/contract.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { send } from "#web/lib/server/api-client.ts";
import { ApiError, isPassing } from "#web/lib/server/api-error.ts";
import type { MessageBody, MessageOutbox, OpenRun, QueuedMessage } from "../transport/message-outbox.ts";

/** The body as the server receives it. */
export type SentBody = BodyOf<typeof sendMessage> & Pick<MessageBody, "messageId" | "threadId">;
type Listener = Parameters<MessageOutbox["follow"]>[0];

/** An in-memory outbox of messages. It tries each once, and again on request of the test. */
export class PaperOutbox implements MessageOutbox {
  readonly #rows = new Map<string, { body: MessageBody; isTried: boolean }>();
  readonly #listeners = new Set<Listener>();
  readonly #attempt: (body: SentBody) => Promise<OpenRun>;
  /** Sent messages, oldest first. */
  readonly sent: MessageBody[] = [];

  /** @param attempt the server; by default the one behind `fetch` */
  constructor(attempt: (body: SentBody) => Promise<OpenRun> = askServer) {
    this.#attempt = attempt;
  }

  send: MessageOutbox["send"] = async (body, { isBehind, onStored }) => {
    const { messageId } = body;
    const row = { body, isTried: isBehind };
    this.#rows.set(messageId, row);
    onStored();
    if (isBehind) {
      this.#notify();
      return { status: "queued", problem: null };
    }
    try {
      const run = await this.#attempt({ ...body, position: (await body.position) ?? undefined });
      this.#rows.delete(messageId);
      return { status: "sent", ...run };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      row.isTried = true;
      const isLater = isPassing(error) || error.status === 429;
      if (!isLater) this.#rows.delete(messageId);
      this.#notify();
      const problem = { code: error.code, error: error.message };
      if (isLater) return { status: "queued", problem };
      return { status: "refused", problem, isThreadGone: error.code === "gone" };
    }
  };

  drop = async (messageId: string): Promise<void> => {
    this.#rows.delete(messageId);
    this.#notify();
  };

  hurry = async (_messageId: string): Promise<void> => undefined;

  has = async (threadId: string): Promise<boolean> =>
    [...this.#rows.values()].some(({ body }) => body.threadId === threadId);

  follow = (listener: Listener): void => {
    this.#listeners.add(listener);
    listener(this.waiting(), new Set(), new Set());
  };

  /** Another page was opened: discard the listeners of the previous page and the pending first tries. */
  reopen(): void {
    this.#listeners.clear();
    for (const row of this.#rows.values()) row.isTried = true;
  }

  waiting(): QueuedMessage[] {
    const tried = [...this.#rows.values()].filter(({ isTried }) => isTried);
    return tried.map(({ body: { messageId: id, threadId, text, companion = null } }) => ({
      id,
      threadId,
      text,
      companion,
    }));
  }

  /** Sends queued messages sequentially. @param take the server; when it throws, the message stays queued */
  async sendWaiting(take: (body: MessageBody) => unknown): Promise<void> {
    for (const [id, { body, isTried }] of this.#rows) {
      if (!isTried) continue;
      await take(body);
      this.#rows.delete(id);
      this.sent.push(body);
      this.#notify(body.threadId);
    }
  }

  #notify(...arrived: string[]): void {
    for (const listener of this.#listeners) listener(this.waiting(), new Set(arrived), new Set());
  }
}

/** Sends a message to the server behind `fetch`. */
async function askServer(body: SentBody): Promise<OpenRun> {
  const response = await send(sendMessage, { body }, { endsInSilence: true });
  return { runId: response.headers.get("looby-run") ?? "", response };
}
