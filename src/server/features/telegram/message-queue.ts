import { newId } from "#shared/id.ts";
import type { Deps } from "#server/deps.ts";
import {
  dropUnanswered,
  holdUnanswered,
  type LinkRecord,
  type MessageContent,
  releaseUnanswered,
  rememberUpdate,
  storeUnanswered,
  takeOverUnanswered,
  type UnansweredMessage,
} from "./repository.ts";

/** Renews a message three times before another server may take it over. */
export const HOLD_EVERY_MS = 20_000;
/** Unanswered messages of one chat. */
const MOST_WAITING = 20;

export interface Answerer<Words> {
  /** Called when a message arrives, even if earlier ones are waiting. */
  read: (message: UnansweredMessage) => Promise<Words>;
  /**
   * Called when the messages before it are answered.
   * @param words rejects when the message could not be read
   * @returns false when the answer was interrupted, and the message is left to the next server
   */
  answer: (message: UnansweredMessage, words: Promise<Words>) => Promise<boolean>;
  /** Called instead of `answer` when the maximum number of messages is waiting. */
  refuse: (message: UnansweredMessage, waiting: number) => Promise<void>;
}

/** Stores messages from linked chats until they are answered. Those of a chat are answered one after the other. */
export class MessageQueue<Words> {
  readonly #world: Pick<Deps, "database" | "log">;
  readonly #answerer: Answerer<Words>;
  /** The work on unanswered messages by the id of the message, oldest first. */
  readonly #working = new Map<string, { chatId: string; work: Promise<void> }>();
  #isClosing = false;

  constructor(world: Pick<Deps, "database" | "log">, answerer: Answerer<Words>) {
    this.#world = world;
    this.#answerer = answerer;
  }

  /** Stores a message unless its update was received before, and begins to answer it. Resolves when it is stored. */
  async add({ chatId, userId }: LinkRecord, content: MessageContent, updateId: number): Promise<void> {
    const message = { id: newId(), chatId, userId, content, tries: 0 };
    const isNew = await this.#world.database.kysely.transaction().execute(async (tx) => {
      if (!(await rememberUpdate(tx, updateId))) return false;
      await storeUnanswered(tx, message, updateId);
      return true;
    });
    if (isNew) this.#begin(message);
  }

  /** Renews the messages this server works on, and takes over those of servers that have stopped. Call it every `HOLD_EVERY_MS`. */
  async takeOver(): Promise<void> {
    const { kysely } = this.#world.database;
    if (this.#isClosing) return;
    await holdUnanswered(kysely, [...this.#working.keys()]);
    for (const message of await takeOverUnanswered(kysely)) this.#begin(message);
  }

  /** Leaves the messages that are not answered to the next server. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await releaseUnanswered(this.#world.database.kysely, [...this.#working.keys()]);
  }

  /** Resolves when every message that this server works on is answered. */
  async settled(): Promise<void> {
    await Promise.all([...this.#working.values()].map(({ work }) => work));
  }

  #begin(message: UnansweredMessage): void {
    const { id, chatId } = message;
    const earlier = [...this.#working.values()].flatMap((other) =>
      other.chatId === chatId ? [other.work] : [],
    );
    const work = this.#work(message, earlier)
      .catch((error: unknown) => {
        this.#world.log.error({ err: error }, "a Telegram message was not answered");
      })
      .finally(() => this.#working.delete(id));
    this.#working.set(id, { chatId, work });
  }

  async #work(message: UnansweredMessage, earlier: readonly Promise<void>[]): Promise<void> {
    const words = this.#answerer.read(message);
    if (earlier.length >= MOST_WAITING) {
      await words.catch(() => undefined); // the message is refused, whatever its problem
      await this.#answerer.refuse(message, MOST_WAITING);
    } else {
      await Promise.allSettled([words, ...earlier]);
      if (this.#isClosing) return;
      if (!(await this.#answerer.answer(message, words))) return;
    }
    await dropUnanswered(this.#world.database.kysely, message.id);
  }
}
