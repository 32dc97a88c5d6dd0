import { findHelp } from "#shared/features/chat/help/help-rules.ts";
import { askedToRemember } from "#shared/features/memories/remember.ts";
import { MAX_RECORDING_S } from "#shared/features/voice/contract.ts";
import type { Deps } from "#server/deps.ts";
import type { AskLooby } from "./ask-looby.ts";
import { hearSpoken } from "./hear-spoken.ts";
import { dropButton, keepButton, propose, whyNotSaved } from "./save-words.ts";
import type { LinkRecord } from "./repository.ts";
import type { Saying, TelegramSpeaker } from "./speaker.ts";
import { whatIsNear } from "./what-is-near.ts";
import { AppError } from "#server/http/app-error.ts";
import { onBehalfOf } from "#server/platform/outbound-call.ts";
import type { TelegramContent } from "#server/platform/telegram/read-update.ts";
import type { TelegramBot } from "#server/platform/telegram/telegram-bot.ts";

export type AnswerWorld = Pick<
  Deps,
  "database" | "secret" | "config" | "log" | "transcriber" | "wakeEmbedding"
>;
type Content = Exclude<TelegramContent, { kind: "press" }>;
type Answer = Omit<Saying, "chatId" | "userId">;

const CANNOT_LOOK = "I cannot look at pictures or files.";
/** Number of remembered albums that were answered. Telegram sends each picture separately. */
const MOST_ALBUMS = 200;

/** Answers people with a linked chat, one message at a time. */
export class AnswerLinked {
  readonly #world: AnswerWorld;
  readonly #bot: TelegramBot;
  readonly #speaker: TelegramSpeaker;
  readonly #ask: AskLooby;
  /** The running answer by chat. */
  readonly #busy = new Map<string, Promise<void>>();
  readonly #albums = new Set<string>();

  constructor(world: AnswerWorld, bot: TelegramBot, speaker: TelegramSpeaker, ask: AskLooby) {
    this.#world = world;
    this.#bot = bot;
    this.#speaker = speaker;
    this.#ask = ask;
  }

  /** Starts an answer without waiting for it. */
  begin(link: LinkRecord, content: Content): void {
    if (this.#isOfAnsweredAlbum(content)) return;
    const { chatId } = link;
    const isFree = !this.#busy.has(chatId);
    const working = onBehalfOf({ userId: link.userId, reason: "telegram" }, () =>
      isFree
        ? this.#answer(link, content)
        : this.#say(link, { text: "I am still on your last question. Please ask again in a moment." }),
    ).catch((error: unknown) => {
      this.#world.log.error({ err: error }, "a Telegram message was not answered");
    });
    if (isFree)
      this.#busy.set(
        chatId,
        working.finally(() => this.#busy.delete(chatId)),
      );
  }

  async settled(): Promise<void> {
    await Promise.all(this.#busy.values());
  }

  async #answer(link: LinkRecord, content: Content): Promise<void> {
    for (const answer of await this.#answersTo(link, content)) await this.#say(link, answer);
  }

  /** Returns the answers. The first one is sent as a separate message, so that help for a person in danger stands alone. */
  async #answersTo(link: LinkRecord, content: Content): Promise<Answer[]> {
    try {
      switch (content.kind) {
        case "text":
          return await this.#toWords(link, content.text);
        case "sound":
          return await this.#toSound(link, content);
        case "picture":
          return await this.#toPicture(link, content.caption);
        case "place":
          return [{ text: await whatIsNear(this.#world.database.kysely, content) }];
        case "other":
          return [
            {
              text: "I understand words, voice messages, captions of pictures, and locations. Please tell me in words.",
            },
          ];
      }
    } catch (error) {
      if (error instanceof AppError) return [{ text: error.message }];
      this.#world.log.error({ err: error }, "a Telegram message was not answered");
      return [{ text: "Something broke on our side. Please try again." }];
    }
  }

  /** Words mistaken for danger must be savable too, so the offer to save them follows the help. */
  async #toWords(link: LinkRecord, words: string): Promise<Answer[]> {
    const remembered = askedToRemember(words);
    if (remembered === null) return [await this.#ask(link, words)];
    const help = findHelp(words) === null ? [] : [await this.#ask(link, words)];
    return [...help, await this.#offer(link, remembered)];
  }

  async #offer(link: LinkRecord, words: string): Promise<Answer> {
    const problem = whyNotSaved(words);
    if (problem !== null) return { text: problem };
    const id = await propose(this.#world.database.kysely, link, words);
    return {
      text: `Shall I keep this as a memory? Only you will see it.\n\n“${words}”`,
      buttons: [keepButton(id, "Keep it"), dropButton(id, "No")],
      quotes: [`memory:${id}`],
    };
  }

  async #toSound(
    link: LinkRecord,
    { file, caption }: Extract<Content, { kind: "sound" }>,
  ): Promise<Answer[]> {
    if (caption !== null && findHelp(caption) !== null) return [await this.#ask(link, caption)];
    if (file.seconds > MAX_RECORDING_S)
      return [
        { text: `I listen to ${MAX_RECORDING_S / 60} minutes at most. Please send a shorter recording.` },
      ];
    const heard = await hearSpoken(this.#world, this.#bot, link, file);
    if (heard === "")
      return [{ text: "I heard no words in that. Please try again closer to the microphone, or type." }];
    const said = caption === null ? heard : `${heard}\n${caption}`;
    const [first = { text: "" }, ...others] = await this.#toWords(link, said);
    const note = `I heard: “${heard}”`;
    // Nothing is shown above the help for a person in danger.
    const parts = findHelp(said) === null ? [note, first.text] : [first.text, note];
    // While this message waits to be sent, deleting a memory made from it also clears the transcription.
    const quotes = [first, ...others].flatMap((answer) => answer.quotes ?? []);
    return [{ ...first, text: parts.join("\n\n"), quotes }, ...others];
  }

  async #toPicture(link: LinkRecord, caption: string | null): Promise<Answer[]> {
    const words = caption?.trim() ?? "";
    if (words === "")
      return [
        {
          text:
            `${CANNOT_LOOK} Please send it again with a caption and I answer that, or ask me in words. ` +
            `In ${this.#world.config.productName} a picture can go with a thing you lend.`,
        },
      ];
    if (findHelp(words) !== null || askedToRemember(words) !== null) return await this.#toWords(link, words);
    const answer = await this.#ask(link, words);
    const text = `${CANNOT_LOOK} To your words:\n\n${answer.text}`;
    if (whyNotSaved(words) !== null) return [{ ...answer, text }];
    const id = await propose(this.#world.database.kysely, link, words);
    return [
      {
        ...answer,
        text: `${text}\n\nI can keep your words, without the picture:`,
        buttons: [keepButton(id, "Keep as a memory")],
      },
    ];
  }

  /** Of an album, only the picture with a caption is answered, or the first one if there is none. */
  #isOfAnsweredAlbum(content: Content): boolean {
    if (content.kind !== "picture" || content.albumId === null) return false;
    const isKnown = this.#albums.has(content.albumId);
    this.#albums.add(content.albumId);
    for (const oldest of this.#albums) {
      if (this.#albums.size <= MOST_ALBUMS) break;
      this.#albums.delete(oldest);
    }
    return isKnown && content.caption === null;
  }

  async #say({ chatId, userId }: LinkRecord, answer: Answer): Promise<void> {
    await this.#speaker.say({ chatId, userId, ...answer });
  }
}
