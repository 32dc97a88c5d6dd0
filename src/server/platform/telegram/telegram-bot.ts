import type { TelegramUpdate } from "./read-update.ts";

/** A button below a message. */
export interface TelegramButton {
  text: string;
  /** Data sent back when it is pressed: 1 to 64 bytes. */
  data: string;
}

export type SendOutcome =
  | { state: "sent" }
  /** The person blocked the bot, or the chat no longer exists. */
  | { state: "gone" }
  /** Retry after this many milliseconds. */
  | { state: "later"; afterMs: number }
  /** Telegram rejects the message; a retry would fail too. */
  | { state: "refused" };

export type FetchedFile =
  | { state: "fetched"; bytes: Uint8Array<ArrayBuffer> }
  | { state: "too-large" }
  /** The file no longer exists, or Telegram was unreachable. */
  | { state: "failed" };

export interface PressedButton {
  queryId: string;
  chatId: string;
  /** The message the button belongs to. */
  messageId: number;
  /** Whether to remove the buttons. */
  isOver: boolean;
}

/** Looby's Telegram bot. */
export interface TelegramBot {
  /** The bot's name without the @. @throws AppError `upstream-failed` */
  username(): Promise<string>;
  /**
   * Sends plain text in one message. Never throws.
   * @param text 1 to 4,096 UTF-16 units; see `cutText`
   * @param buttons shown below it, side by side
   */
  send(chatId: string, text: string, buttons?: readonly TelegramButton[]): Promise<SendOutcome>;
  /** Ends the loading state of a pressed button. Never throws. @param note shown briefly, at most 200 characters */
  settlePress(press: PressedButton, note: string): Promise<void>;
  /** Fetches a file a person sent. Never throws. @param maxBytes reading stops at this limit */
  fetchFile(fileId: string, maxBytes: number): Promise<FetchedFile>;
  /** Polls Telegram for updates until the signal aborts. Continues by itself after a failure. */
  poll(receive: (update: TelegramUpdate) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Registers this server as the target of Telegram's calls. @param secret sent with every call */
  registerWebhook(url: string, secret: string): Promise<void>;
}

/** Maximum UTF-16 units of a Telegram message. */
const MAX_MESSAGE = 4096;

/** Splits a text into pieces of at most `max` UTF-16 units, after a line if possible, and never within a character. */
export function cutText(text: string, max: number = MAX_MESSAGE): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > max) {
    const line = rest.lastIndexOf("\n", max);
    const word = line > max / 2 ? line : rest.lastIndexOf(" ", max);
    let end = word > max / 2 ? word : max;
    // Not between the halves of a surrogate pair.
    if (/[\uD800-\uDBFF]/.test(rest.charAt(end - 1))) end -= 1;
    pieces.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === "" ? pieces : [...pieces, rest];
}
