import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { LINK_CODE_LIFE_MS } from "#shared/features/telegram/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import { AnswerLinked, type AnswerWorld, helpFor } from "./answer-linked.ts";
import type { AskLooby } from "./ask-looby.ts";
import { settle } from "./save-words.ts";
import {
  findLinkByChat,
  type LinkRecord,
  rememberUpdate,
  removeLinkOf,
  spendCode,
  storeCode,
  storeLink,
} from "./repository.ts";
import { type OutgoingMessage, TelegramSpeaker } from "./speaker.ts";
import { recordAudit } from "#server/http/audit.ts";
import type {
  TelegramContent,
  TelegramSender,
  TelegramUpdate,
} from "#server/platform/telegram/read-update.ts";
import type { TelegramBot } from "#server/platform/telegram/telegram-bot.ts";
import { hashCode, keyRing } from "#server/config/secret.ts";

const CODE_BYTES = 16;
/** `/start <code>`, in which Telegram passes on the code from the link. */
const START = /^\/start(?:@\w+)?(?:\s+([A-Za-z0-9_-]{1,64}))?\s*$/;
const HELP_OR_STOP = /^\/(?:help|stop)\b/;

/** Creates a one-time code for this person; only its hash is stored. */
export async function issueLinkCode(
  db: Kysely<Schema>,
  { secret, userId, now = Date.now() }: { secret: string; userId: string; now?: number },
): Promise<{ code: string; expiresAt: Date }> {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  const expiresAt = new Date(now + LINK_CODE_LIFE_MS);
  await storeCode(db, { userId, codeHash: hashCode(secret, "telegram-code", code), expiresAt });
  return { code, expiresAt };
}

/** A message of any kind, but not a button press. */
type Message = TelegramSender & Exclude<TelegramContent, { kind: "press" }>;
type Press = Extract<TelegramUpdate, { kind: "press" }>;

/** Handles messages to the bot. Each of Telegram's updates is handled once, however often it is sent. */
export class TelegramTalk {
  readonly #world: AnswerWorld;
  readonly #bot: TelegramBot;
  readonly #speaker: TelegramSpeaker;
  readonly #answer: AnswerLinked;

  constructor(world: AnswerWorld, bot: TelegramBot, ask: AskLooby) {
    this.#world = world;
    this.#bot = bot;
    this.#speaker = new TelegramSpeaker(world, bot);
    this.#answer = new AnswerLinked(world, bot, this.#speaker, ask);
  }

  /** Resolves when the update is accepted. An answer that takes time is sent later. */
  async receive(message: TelegramUpdate): Promise<void> {
    const db = this.#world.database.kysely;
    // Before the update is recorded: an interrupted one is completed when Telegram sends it again, and handling it twice has no
    // further effect.
    if (message.kind === "press") return await this.#settle(message);
    const text = message.kind === "text" ? message.text : "";
    const start = START.exec(text);
    const isCommand = start !== null || HELP_OR_STOP.test(text);
    const link = await findLinkByChat(db, message.chatId);
    if (link !== null && !isCommand) return await this.#answer.begin(link, message, message.updateId);
    if (!(await rememberUpdate(db, message.updateId))) return;
    if (start !== null) await this.#begin(message, start[1] ?? null);
    else if (text.startsWith("/help")) await this.#reply(message, link, this.#help(link !== null));
    else if (link === null) await this.#reply(message, null, await this.#toStranger(message));
    else await this.#end(link);
  }

  /** The unanswered messages of linked chats. */
  get queue(): Pick<AnswerLinked["queue"], "settled" | "takeOver" | "close"> {
    return this.#answer.queue;
  }

  get #name(): string {
    return this.#world.config.productName;
  }

  async #begin(message: TelegramSender, code: string | null): Promise<void> {
    const { chatId, name } = message;
    const { database } = this.#world;
    if (code === null) {
      const link = await findLinkByChat(database.kysely, chatId);
      return await this.#reply(
        message,
        link,
        link === null ? this.#howToLink() : this.#welcome(link.pseudonym),
      );
    }
    const linked = await database.kysely.transaction().execute(async (tx) => {
      let userId: string | null = null;
      for (const secret of keyRing(this.#world))
        userId ??= await spendCode(tx, hashCode(secret, "telegram-code", code), new Date());
      if (userId === null) return null;
      await storeLink(tx, { userId, chatId, name });
      await recordAudit(tx, { event: "telegram.linked", actorId: userId, objectId: userId });
      return await findLinkByChat(tx, chatId);
    });
    const over = `This code has expired. Please make a new one in ${this.#name}: Settings, Telegram.`;
    await this.#reply(message, linked, linked === null ? over : this.#welcome(linked.pseudonym));
  }

  async #end(link: LinkRecord): Promise<void> {
    const { chatId, userId } = link;
    await this.#world.database.kysely.transaction().execute(async (tx) => {
      await removeLinkOf(tx, userId);
      await recordAudit(tx, { event: "telegram.unlinked", actorId: userId, objectId: userId });
    });
    await this.#reply(
      { chatId },
      null,
      `This chat is no longer linked to ${this.#name}. Nothing more is sent here.`,
    );
  }

  async #settle({ chatId, data, queryId, messageId }: Press): Promise<void> {
    const link = await findLinkByChat(this.#world.database.kysely, chatId);
    const { note, isOver, message } = await settle(this.#world, link, data);
    await this.#bot.settlePress({ queryId, chatId, messageId, isOver }, note);
    if (message !== null) await this.#reply({ chatId }, link, message);
  }

  /** The reply to an unlinked chat: nothing is fetched or stored, but words of danger are answered. */
  async #toStranger(message: Message): Promise<string> {
    const words =
      message.kind === "text" ? message.text : "caption" in message ? (message.caption ?? "") : "";
    // Voice messages are not transcribed.
    const help = await helpFor(this.#world.database.kysely, words);
    return help ?? (message.kind === "sound" ? this.#help(false) : this.#howToLink());
  }

  #welcome(pseudonym: string): string {
    return (
      `Hello ${pseudonym}, this chat is linked to ${this.#name}. Ask me anything you would ask there, in words or as a voice message; ` +
      `send me your location and I tell you what is near; begin with “remember that” and I keep it. ` +
      `Your notifications arrive here too. /stop ends it.`
    );
  }

  /** The reply to Telegram's `/help`: how to use the bot. It also directs the user to people, because a user in danger may type it. */
  #help(isLinked: boolean): string {
    const use = isLinked
      ? "Ask me anything you would ask in the app, typed or spoken: who can lend a generator, where a camp is, what you noted. " +
        "Send me a location and I tell you what is near. “Remember that ...” keeps something for you. /stop unlinks this chat."
      : this.#howToLink();
    return `${use}\n\nIn danger? Go to people first: shout for anyone near, find a Ranger or a medic. I am a program and cannot call anyone.`;
  }

  #howToLink(): string {
    return `Hello. To talk with ${this.#name} here, open it in your browser, go to Settings, Telegram, and follow the link there.`;
  }

  async #reply(
    { chatId }: Pick<OutgoingMessage, "chatId">,
    link: LinkRecord | null,
    text: string,
  ): Promise<void> {
    await this.#speaker.send({ chatId, userId: link?.userId ?? null, text });
  }
}
