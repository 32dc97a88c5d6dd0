import type { Kysely } from "kysely";
import { helpText } from "#shared/features/chat/help/help-cards.ts";
import { findHelp } from "#shared/features/chat/help/help-rules.ts";
import { medicalNear } from "#shared/features/map/view/nearest-services.ts";
import { askedToRemember } from "#shared/features/memories/remember.ts";
import { MAX_RECORDING_S } from "#shared/features/voice/contract.ts";
import { postToWalkTo } from "#shared/features/talk/answer/answer-medics.ts";
import { shorten } from "#shared/shorten.ts";
import { unlinked } from "#shared/features/chat/model-links.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { findFestival } from "#server/festival/festival.ts";
import { AnswerInterrupted, type AskLooby, type TelegramQuestion } from "./ask-looby.ts";
import {
  findLinkByChat,
  type LinkRecord,
  type MessageContent,
  type UnansweredMessage,
} from "./repository.ts";
import { transcribeVoice } from "./transcribe-voice.ts";
import { MessageQueue } from "./message-queue.ts";
import { dropButton, saveButton, propose, whyNotSaved } from "./save-words.ts";
import type { OutgoingMessage, TelegramSpeaker } from "./speaker.ts";
import { whatIsNear } from "./what-is-near.ts";
import { AppError } from "#server/http/app-error.ts";
import type { RepliedTo, TelegramFile } from "#server/platform/telegram/read-update.ts";
import type { TelegramBot } from "#server/platform/telegram/telegram-bot.ts";

export type AnswerWorld = Pick<
  Deps,
  "database" | "secret" | "config" | "log" | "transcriber" | "wakeEmbedding" | "languageModel"
>;
type Answer = Omit<OutgoingMessage, "chatId" | "userId">;

/** The words of a message. */
interface Words extends TelegramQuestion {
  /** The spoken part; null when all of it was typed. */
  transcript: string | null;
  /** The help for them; null when they mention no danger. It was sent when they arrived, unless the user asks for a walk. */
  help: string | null;
  /** They ask for the way to medics or Rangers. */
  isWalk: boolean;
}

const CANNOT_LOOK = "I cannot look at pictures or files.";
/** Number of remembered albums that were answered. Telegram sends each picture separately. */
const MOST_ALBUMS = 200;

/** The fixed help for words of danger, as plain text; null when there is no danger. */
export async function helpFor(db: Kysely<Schema>, words: string): Promise<string | null> {
  const kind = findHelp(words);
  if (kind === null) return null;
  // Help is sent even when the database does not answer.
  const city = await findFestival(db).then(
    (festival) => festival.city,
    () => null,
  );
  return helpText(kind, city === null ? null : medicalNear(city, null)).replaceAll("**", "");
}

const REMEMBER_THIS = /^(?:please )?(?:remember|save|keep|note|store) (?:this|that|it)(?: please)?\W*$/i;
/** Longest quote that comes with a question, in UTF-16 units. */
const MAX_QUOTE = 300;

/** A message with the words it replies to: "remember this" is about them, and a question gets those the person points to. */
function withReplied(said: string, replied: RepliedTo | undefined): string {
  if (replied === undefined) return said;
  if (REMEMBER_THIS.test(said)) return `remember that ${replied.words}`;
  return replied.isPointed ? `${said}\n\n“${shorten(replied.words, MAX_QUOTE)}”` : said;
}

/** Answers people with a linked chat: the messages of a chat one after the other, words of danger at once. */
export class AnswerLinked {
  readonly #world: AnswerWorld;
  readonly #bot: TelegramBot;
  readonly #speaker: TelegramSpeaker;
  readonly #ask: AskLooby;
  readonly queue: MessageQueue<Words | null>;
  readonly #albums = new Set<string>();

  constructor(world: AnswerWorld, bot: TelegramBot, speaker: TelegramSpeaker, ask: AskLooby) {
    this.#world = world;
    this.#bot = bot;
    this.#speaker = speaker;
    this.#ask = ask;
    this.queue = new MessageQueue(world, {
      read: (message) => this.#read(message),
      answer: (message, words) => this.#answer(message, words),
      refuse: (message, waiting) => this.#refuse(message, waiting),
    });
  }

  /** Stores a message unless its update was received before, and begins to answer it. Resolves when it is stored. */
  async begin(link: LinkRecord, content: MessageContent, updateId: number): Promise<void> {
    if (this.#isOfAnsweredAlbum(content)) return;
    await this.queue.add(link, content, updateId);
  }

  async #answer(message: UnansweredMessage, words: Promise<Words | null>): Promise<boolean> {
    const link = await findLinkByChat(this.#world.database.kysely, message.chatId);
    if (link?.userId !== message.userId) return true; // unlinked since
    const answers = await this.#answersTo(link, message.content, words);
    for (const answer of answers ?? []) await this.#reply(link, answer);
    return answers !== null;
  }

  async #refuse(message: UnansweredMessage, waiting: number): Promise<void> {
    const text = `I still have ${waiting} messages of yours to answer. Please wait for them, then send this one again.`;
    await this.#reply(message, { text });
  }

  /**
   * Reads or transcribes the words of a message, and sends the help for words of danger first, in a separate message.
   * @returns null when the message has no words
   */
  async #read(message: UnansweredMessage): Promise<Words | null> {
    const { id, content, tries } = message;
    if (content.kind === "place" || content.kind === "other") return null;
    const typed = (content.kind === "text" ? content.text : (content.caption ?? "")).trim();
    const transcript =
      content.kind === "sound" && findHelp(typed) === null
        ? await this.#transcribe(message, content.file)
        : null;
    const said = [transcript ?? "", typed].filter((part) => part !== "").join("\n");
    const text = content.kind === "text" ? withReplied(said, content.replied) : said;
    // A walk to medics or Rangers comes with its answer: the place first, and the help once, below it.
    const isWalk = findHelp(said) === "emergency" && postToWalkTo(said) !== null;
    const help = await helpFor(this.#world.database.kysely, said);
    if (help !== null && !isWalk) await this.#reply(message, { text: help });
    return { id, tries, text, transcript, help, isWalk };
  }

  async #transcribe(message: UnansweredMessage, file: TelegramFile): Promise<string> {
    if (file.seconds > MAX_RECORDING_S)
      throw new AppError(
        "too-large",
        `I listen to ${MAX_RECORDING_S / 60} minutes at most. Please send a shorter recording.`,
      );
    const transcript = await transcribeVoice(this.#world, this.#bot, message, file);
    if (transcript !== "") return transcript;
    throw new AppError(
      "invalid-input",
      "I heard no words in that. Please try again closer to the microphone, or type.",
    );
  }

  /**
   * @param words rejects when the recording could not be transcribed
   * @returns null when the answer was interrupted
   */
  async #answersTo(
    link: LinkRecord,
    content: MessageContent,
    words: Promise<Words | null>,
  ): Promise<Answer[] | null> {
    try {
      if (content.kind === "place") return [{ text: await whatIsNear(this.#world.database.kysely, content) }];
      const text = await words;
      if (text === null)
        return [
          {
            text: "I understand words, voice messages, captions of pictures, and locations. Please tell me in words.",
          },
        ];
      return content.kind === "picture" ? await this.#toPicture(link, text) : await this.#toWords(link, text);
    } catch (error) {
      if (error instanceof AnswerInterrupted) return null;
      if (error instanceof AppError) return [{ text: error.message }];
      this.#world.log.error({ err: error }, "a Telegram message was not answered");
      return [{ text: "Something broke on our side. Please try again." }];
    }
  }

  async #toWords(link: LinkRecord, words: Words): Promise<Answer[]> {
    const { text, transcript, help, isWalk } = words;
    const remembered = askedToRemember(text);
    const answers: Answer[] = [];
    if (help !== null) {
      // The conversation stores the words, and its answer may be more specific than the help that was sent.
      const answer = await this.#ask(link, words);
      const more = answer.text.replace(help, "").trim();
      const rest = isWalk ? `${more}\n\n${help}`.trim() : more;
      if (rest !== "") answers.push({ ...answer, text: rest });
    } else if (remembered === null) answers.push(await this.#ask(link, words));
    // Words mistaken for danger must be savable too.
    if (remembered !== null) answers.push(await this.#offer(link, remembered));
    if (transcript === null) return answers;
    const [first, ...others] = answers;
    const note = `I heard: “${unlinked(transcript)}”`;
    // While this message waits to be sent, deleting a memory made from it also clears the transcription.
    const quotes = answers.flatMap((answer) => answer.quotes ?? []);
    return [{ ...first, text: first === undefined ? note : `${note}\n\n${first.text}`, quotes }, ...others];
  }

  async #offer(link: LinkRecord, words: string): Promise<Answer> {
    const problem = whyNotSaved(words);
    if (problem !== null) return { text: problem };
    const id = await propose(this.#world.database.kysely, link, words);
    return {
      text: `Shall I keep this as a memory? Only you will see it.\n\n“${words}”`,
      buttons: [saveButton(id, "Keep it"), dropButton(id, "No")],
      quotes: [`memory:${id}`],
    };
  }

  async #toPicture(link: LinkRecord, words: Words): Promise<Answer[]> {
    const { text: caption, help } = words;
    if (caption === "")
      return [
        {
          text:
            `${CANNOT_LOOK} Please send it again with a caption and I answer that, or ask me in words. ` +
            `In ${this.#world.config.productName} a picture can go with a thing you lend.`,
        },
      ];
    if (help !== null || askedToRemember(caption) !== null) return await this.#toWords(link, words);
    const answer = await this.#ask(link, words);
    const text = `${CANNOT_LOOK} To your words:\n\n${answer.text}`;
    if (whyNotSaved(caption) !== null) return [{ ...answer, text }];
    const id = await propose(this.#world.database.kysely, link, caption);
    return [
      {
        ...answer,
        text: `${text}\n\nI can keep your words, without the picture:`,
        buttons: [saveButton(id, "Keep as a memory")],
      },
    ];
  }

  /** Of an album, only the picture with a caption is answered, or the first one if there is none. */
  #isOfAnsweredAlbum(content: MessageContent): boolean {
    if (content.kind !== "picture" || content.albumId === null) return false;
    const isKnown = this.#albums.has(content.albumId);
    this.#albums.add(content.albumId);
    for (const oldest of this.#albums) {
      if (this.#albums.size <= MOST_ALBUMS) break;
      this.#albums.delete(oldest);
    }
    return isKnown && content.caption === null;
  }

  async #reply({ chatId, userId }: Pick<LinkRecord, "chatId" | "userId">, answer: Answer): Promise<void> {
    await this.#speaker.send({ chatId, userId, ...answer });
  }
}
