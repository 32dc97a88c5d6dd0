import type { Deps } from "#server/deps.ts";
import { findLinkByChat } from "./repository.ts";
import { hasUnsent, storeUnsent, type Unsent } from "./unsent-repository.ts";
import { cutText } from "#server/platform/telegram/cut-text.ts";
import type { TelegramBot } from "#server/platform/telegram/telegram-bot.ts";

/** Something to say, and to whom. */
export type Saying = Pick<Unsent, "chatId" | "userId" | "text"> & Partial<Unsent>;

type World = Pick<Deps, "database" | "log">;

/**
 * Says things in Telegram chats. What Telegram wants later, or what does not reach it, is kept and sent by `sendUnsent`; whatever is
 * said after it in the same chat goes behind it.
 */
export class TelegramSpeaker {
  readonly #world: World;
  readonly #bot: TelegramBot;
  /** By chat: what is being said there right now. */
  readonly #saying = new Map<string, Promise<void>>();

  constructor(world: World, bot: TelegramBot) {
    this.#world = world;
    this.#bot = bot;
  }

  /** Resolves when it is said or kept. One after the other in each chat; nothing once the chat is unlinked. */
  async say(saying: Saying): Promise<void> {
    const { chatId } = saying;
    const before = this.#saying.get(chatId) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => this.#say(saying)); // its caller has seen the error
    this.#saying.set(chatId, turn);
    try {
      await turn;
    } finally {
      if (this.#saying.get(chatId) === turn) this.#saying.delete(chatId);
    }
  }

  async #say(saying: Saying): Promise<void> {
    const { chatId, userId } = saying;
    const db = this.#world.database.kysely;
    if (userId !== null && (await findLinkByChat(db, chatId))?.userId !== userId) return;
    let sendAfter = (await hasUnsent(db, chatId)) ? new Date() : null;
    for (const piece of piecesOf(saying)) {
      if (sendAfter === null) sendAfter = await this.#send(piece);
      if (sendAfter !== null) await storeUnsent(db, piece, sendAfter);
    }
  }

  /** @returns when it is to be tried again; null: it is done */
  async #send({ chatId, text, buttons }: Unsent): Promise<Date | null> {
    const outcome = await this.#bot.send(chatId, text, buttons);
    if (outcome.state === "later") return new Date(Date.now() + outcome.afterMs);
    if (outcome.state !== "sent")
      this.#world.log.info({ outcome: outcome.state }, "a Telegram chat did not get its answer");
    return null;
  }
}

/** As Telegram takes them, the buttons below the last. */
function piecesOf({ text, buttons = [], ...saying }: Saying): Unsent[] {
  const pieces = cutText(text);
  return pieces.map((piece, index) => ({
    quotes: [],
    threadId: null,
    ...saying,
    text: piece,
    buttons: index === pieces.length - 1 ? buttons : [],
  }));
}
