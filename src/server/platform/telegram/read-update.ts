import * as z from "zod/mini";
import { safeLink } from "#shared/http/safe-link.ts";
import { storable } from "#shared/storable-text.ts";

/** A person's action in their private chat with the bot. */
export type TelegramUpdate = TelegramSender & TelegramContent;

export interface TelegramSender {
  updateId: number;
  chatId: string;
  /** The person's name as shown by Telegram; null when they have none. */
  name: string | null;
}

/** A file stored at Telegram. */
export interface TelegramFile {
  id: string;
  /** As reported by Telegram; null when unknown. */
  bytes: number | null;
  /** As reported by Telegram. */
  seconds: number;
}

/** The message that a person replies to, or the part of it that they quote. */
export interface RepliedTo {
  words: string;
  /** They quote these words, or replied to a message of a person: the words belong to the question. */
  isPointed: boolean;
}

export type TelegramContent =
  | { kind: "text"; text: string; replied?: RepliedTo }
  /** Audio to transcribe: a voice message, a song, a round video. */
  | { kind: "sound"; file: TelegramFile; caption: string | null }
  /** Media the bot cannot read: a photo, a video, a document. */
  | { kind: "picture"; caption: string | null; albumId: string | null }
  /** Degrees. */
  | { kind: "place"; latitude: number; longitude: number }
  /** A button was pressed. */
  | { kind: "press"; data: string; queryId: string; messageId: number }
  /** A sticker, a contact, a poll: content the bot does not handle. */
  | { kind: "other" };

/** Longer than Telegram allows. */
const text = z.string().check(z.maxLength(10_000));
const sound = z.object({
  file_id: z.string().check(z.minLength(1), z.maxLength(500)),
  file_size: z.optional(z.number().check(z.nonnegative())),
  duration: z.number().check(z.nonnegative()),
});
const person = z.object({
  id: z.optional(z.int()),
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
  username: z.optional(z.string()),
});
const chat = z.object({ id: z.int(), type: z.literal("private") });
/** Offsets count UTF-16 units, as in a string. */
const entity = z.object({
  type: z.literal("text_link"),
  offset: z.int().check(z.nonnegative()),
  length: z.int().check(z.positive()),
  url: z.string(),
});
const message = z.object({
  reply_to_message: z.optional(
    z.object({
      from: z.optional(z.object({ is_bot: z.optional(z.boolean()) })),
      text: z.optional(text),
      caption: z.optional(text),
    }),
  ),
  quote: z.optional(z.object({ text })),
  chat,
  from: z.optional(person),
  text: z.optional(text),
  entities: z.optional(z.unknown()),
  caption: z.optional(text),
  caption_entities: z.optional(z.unknown()),
  media_group_id: z.optional(z.string()),
  voice: z.optional(sound),
  audio: z.optional(sound),
  video_note: z.optional(sound),
  photo: z.optional(z.array(z.unknown())),
  video: z.optional(z.unknown()),
  animation: z.optional(z.unknown()),
  document: z.optional(z.unknown()),
  location: z.optional(
    z.object({
      latitude: z.number().check(z.gte(-90), z.lte(90)),
      longitude: z.number().check(z.gte(-180), z.lte(180)),
    }),
  ),
});
type Message = z.infer<typeof message>;
const press = z.object({
  id: z.string(),
  from: person,
  data: z.string().check(z.minLength(1), z.maxLength(64)),
  message: z.object({ message_id: z.int(), chat }),
});
/** Edited messages, including each step of a live location, do not match and get no reply. */
const update = z.object({
  update_id: z.int().check(z.nonnegative()),
  message: z.optional(message),
  callback_query: z.optional(press),
});

/** Parses an update from Telegram. Null for anything other than a message or a press in a private chat. */
export function readUpdate(input: unknown): TelegramUpdate | null {
  const read = update.safeParse(storable(input));
  if (!read.success) return null;
  const { update_id: updateId, message: sent, callback_query: pressed } = read.data;
  if (sent !== undefined) {
    const sender = { updateId, chatId: String(sent.chat.id), name: nameOf(sent.from) };
    return { ...sender, ...contentOf(sent) };
  }
  // In a private chat no other user can press a button.
  if (pressed === undefined || pressed.from.id !== pressed.message.chat.id) return null;
  const { id: queryId, from, data, message: below } = pressed;
  const sender = { updateId, chatId: String(below.chat.id), name: nameOf(from) };
  return { ...sender, kind: "press", data, queryId, messageId: below.message_id };
}

function contentOf(sent: Message): TelegramContent {
  const caption = sent.caption === undefined ? null : withAddresses(sent.caption, sent.caption_entities);
  const recording = sent.voice ?? sent.audio ?? sent.video_note;
  if (sent.text !== undefined) {
    const replied = repliedTo(sent);
    const written = { kind: "text", text: withAddresses(sent.text, sent.entities) } as const;
    return replied === null ? written : { ...written, replied };
  }
  if (sent.location !== undefined) return { kind: "place", ...sent.location };
  if (recording !== undefined) {
    const { file_id: id, file_size: bytes = null, duration: seconds } = recording;
    return { kind: "sound", file: { id, bytes, seconds }, caption };
  }
  if ([sent.photo, sent.video, sent.animation, sent.document].some((part) => part !== undefined))
    return { kind: "picture", caption, albumId: sent.media_group_id ?? null };
  return { kind: "other" };
}

function repliedTo({ quote, reply_to_message: replied }: Message): RepliedTo | null {
  const words = (quote?.text ?? replied?.text ?? replied?.caption ?? "").trim();
  if (words === "") return null;
  return { words, isPointed: quote !== undefined || replied?.from?.is_bot !== true };
}

/** The text with the address behind a word appended to it in parentheses. */
function withAddresses(words: string, entities: unknown): string {
  const links = (Array.isArray(entities) ? entities : [])
    .flatMap((one) => entity.safeParse(one).data ?? [])
    .flatMap(({ url, offset, length }) => {
      const linked = words.slice(offset, offset + length).trimEnd();
      return linked !== "" && linked !== url && safeLink(url) !== null
        ? [{ url, offset, end: offset + linked.length }]
        : [];
    })
    .toSorted((one, other) => other.end - one.end);
  return links.reduce((text, { url, end }, index) => {
    // A link is cut into several where other formatting begins.
    const next = links[index - 1];
    const isCut = next?.url === url && words.slice(end, next.offset).trim() === "";
    return isCut ? text : `${text.slice(0, end)} (${url})${text.slice(end)}`;
  }, words);
}

function nameOf(from: Message["from"]): string | null {
  if (from === undefined) return null;
  const names = [from.first_name, from.last_name].filter((part) => part !== undefined);
  const name = from.username === undefined ? names.join(" ") : `@${from.username}`;
  return name.slice(0, 100).toWellFormed() || null;
}
