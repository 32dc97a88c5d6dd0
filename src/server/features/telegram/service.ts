import { findHelp } from "#shared/features/chat/help-rules.ts";
import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { LINK_CODE_LIFE_MS } from "#shared/features/telegram/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import {
  findLinkByChat,
  type LinkRecord,
  rememberUpdate,
  removeLinkOf,
  spendCode,
  storeCode,
  storeLink,
} from "#server/features/telegram/repository.ts";
import type { AskLooby } from "#server/features/telegram/ask-looby.ts";
import { recordAudit } from "#server/http/audit.ts";
import type { TelegramBot, TelegramMessage } from "#server/platform/telegram/telegram-bot.ts";
import { workingFor } from "#server/platform/outbound-call.ts";
import { hashCode } from "#server/secret.ts";

const CODE_BYTES = 16;
/** `/start <code>`, as Telegram hands on what stood in the link. */
const START = /^\/start(?:@\w+)?(?:\s+([A-Za-z0-9_-]{1,64}))?\s*$/;

/** A one-time code for this person; only its hash is kept. */
export async function issueLinkCode(
  db: Kysely<Schema>,
  { secret, userId, now = Date.now() }: { secret: string; userId: string; now?: number },
): Promise<{ code: string; expiresAt: Date }> {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  const expiresAt = new Date(now + LINK_CODE_LIFE_MS);
  await storeCode(db, { userId, codeHash: hashCode(secret, "telegram-code", code), expiresAt });
  return { code, expiresAt };
}

type World = Pick<Deps, "database" | "secret" | "config" | "log">;

/** What the bot does with a message. Each of Telegram's updates is heard once, however often it is sent. */
export class TelegramTalk {
  readonly #world: World;
  readonly #bot: TelegramBot;
  readonly #ask: AskLooby;
  /** Chats whose question is being answered. */
  readonly #busy = new Set<string>();

  constructor(world: World, bot: TelegramBot, ask: AskLooby) {
    this.#world = world;
    this.#bot = bot;
    this.#ask = ask;
  }

  /** Resolves when the message is taken; an answer that takes time is sent later. */
  async hear(message: TelegramMessage): Promise<void> {
    const db = this.#world.database.kysely;
    if (!(await rememberUpdate(db, message.updateId))) return;
    const { chatId, text } = message;
    const start = START.exec(text);
    if (start !== null) {
      await this.#say(chatId, await this.#begin(message, start[1] ?? null));
      return;
    }
    const link = await findLinkByChat(db, chatId);
    if (/^\/help\b/.test(text)) await this.#say(chatId, this.#help(link !== null));
    else if (link === null)
      await this.#say(chatId, findHelp(text)?.text.replaceAll("**", "") ?? this.#howToLink());
    else if (/^\/stop\b/.test(text)) {
      await db.transaction().execute(async (tx) => {
        await removeLinkOf(tx, link.userId);
        await recordAudit(tx, { event: "telegram.unlinked", actorId: link.userId, objectId: link.userId });
      });
      await this.#say(chatId, `This chat is no longer linked to ${this.#name}. Nothing more is sent here.`);
    } else void this.#answer(link, text);
  }

  get #name(): string {
    return this.#world.config.productName;
  }

  async #begin({ chatId, name }: TelegramMessage, code: string | null): Promise<string> {
    const { database, secret } = this.#world;
    if (code === null) {
      const link = await findLinkByChat(database.kysely, chatId);
      return link === null ? this.#howToLink() : this.#welcome(link.pseudonym);
    }
    const linked = await database.kysely.transaction().execute(async (tx) => {
      const userId = await spendCode(tx, hashCode(secret, "telegram-code", code), new Date());
      if (userId === null) return null;
      await storeLink(tx, { userId, chatId, name });
      await recordAudit(tx, { event: "telegram.linked", actorId: userId, objectId: userId });
      return await findLinkByChat(tx, chatId);
    });
    return linked === null
      ? `This code does not hold any more. Please make a new one in ${this.#name}: Settings, Telegram.`
      : this.#welcome(linked.pseudonym);
  }

  #welcome(pseudonym: string): string {
    return (
      `Hello ${pseudonym}, this chat is linked to ${this.#name}. Ask me anything you would ask there; ` +
      `what ${this.#name} has to tell you comes here, too. /stop ends it.`
    );
  }

  /** What Telegram's `/help` asks for: how to use the bot. Somebody in danger who types it is sent to people all the same. */
  #help(isLinked: boolean): string {
    const use = isLinked
      ? "Ask me anything you would ask in the app: who can lend a generator, where a camp is, what you noted. /stop unlinks this chat."
      : this.#howToLink();
    return `${use}\n\nIn danger? Go to people first: shout for whoever is near, find a Ranger or a medic. I am a program and cannot call anybody.`;
  }

  #howToLink(): string {
    return `Hello. To talk with ${this.#name} here, open it in your browser, go to Settings, Telegram, and follow the link there.`;
  }

  async #answer(link: LinkRecord, question: string): Promise<void> {
    if (this.#busy.has(link.chatId)) {
      await this.#say(link.chatId, "I am still on your last question. Please ask again in a moment.");
      return;
    }
    this.#busy.add(link.chatId);
    try {
      await workingFor({ userId: link.userId, reason: "telegram" }, async () =>
        this.#say(link.chatId, await this.#ask(link, question)),
      );
    } finally {
      this.#busy.delete(link.chatId);
    }
  }

  async #say(chatId: string, text: string): Promise<void> {
    const outcome = await this.#bot.send(chatId, text);
    if (outcome !== "sent") this.#world.log.info({ outcome }, "a Telegram chat did not get its answer");
  }
}
