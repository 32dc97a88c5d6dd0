import type { Deps } from "#server/deps.ts";
import { findLinkByChat } from "./repository.ts";
import { hasUnsent, storeUnsent, type Unsent } from "./unsent-repository.ts";
import { cutText, type TelegramBot } from "#server/platform/telegram/telegram-bot.ts";

/** A message and its recipient. */
export type OutgoingMessage = Pick<Unsent, "chatId" | "userId" | "text"> & Partial<Unsent>;

type World = Pick<Deps, "database" | "log">;

/**
 * Sends messages to Telegram chats. Messages that Telegram delays or that do not reach it are stored and sent by `sendUnsent`;
 * later messages in the same chat queue behind them.
 */
export class TelegramSpeaker {
  readonly #world: World;
  readonly #bot: TelegramBot;
  /** The message being sent, by chat. */
  readonly #sending = new Map<string, Promise<void>>();

  constructor(world: World, bot: TelegramBot) {
    this.#world = world;
    this.#bot = bot;
  }

  /** Resolves when it is sent or queued. Messages in one chat are sequential, and none is sent after the chat is unlinked. */
  async send(message: OutgoingMessage): Promise<void> {
    const { chatId } = message;
    const before = this.#sending.get(chatId) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => this.#sendOrQueue(message)); // its caller has seen the error
    this.#sending.set(chatId, turn);
    try {
      await turn;
    } finally {
      if (this.#sending.get(chatId) === turn) this.#sending.delete(chatId);
    }
  }

  async #sendOrQueue(message: OutgoingMessage): Promise<void> {
    const { chatId, userId } = message;
    const db = this.#world.database.kysely;
    if (userId !== null && (await findLinkByChat(db, chatId))?.userId !== userId) return;
    let sendAfter = (await hasUnsent(db, chatId)) ? new Date() : null;
    for (const piece of piecesOf(message)) {
      if (sendAfter === null) sendAfter = await this.#send(piece);
      if (sendAfter !== null) await storeUnsent(db, piece, sendAfter);
    }
  }

  /** @returns when to retry; null: done */
  async #send({ chatId, text, buttons }: Unsent): Promise<Date | null> {
    const outcome = await this.#bot.send(chatId, text, buttons);
    if (outcome.state === "later") return new Date(Date.now() + outcome.afterMs);
    if (outcome.state !== "sent")
      this.#world.log.info({ outcome: outcome.state }, "a Telegram chat did not get its answer");
    return null;
  }
}

/** Splits a message for Telegram, with the buttons below the last piece. */
function piecesOf({ text, buttons = [], ...rest }: OutgoingMessage): Unsent[] {
  const pieces = cutText(text);
  return pieces.map((piece, index) => ({
    quotes: [],
    threadId: null,
    ...rest,
    text: piece,
    buttons: index === pieces.length - 1 ? buttons : [],
  }));
}
