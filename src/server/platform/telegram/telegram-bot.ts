import type { TelegramUpdate } from "./read-update.ts";

/** A choice below a message. */
export interface TelegramButton {
  text: string;
  /** What comes back when it is pressed: 1 to 64 bytes. */
  data: string;
}

export type SendOutcome =
  | { state: "sent" }
  /** The person blocked the bot or left. */
  | { state: "gone" }
  /** To be tried again, after so many milliseconds. */
  | { state: "later"; afterMs: number }
  /** Telegram does not take such a message; trying again changes nothing. */
  | { state: "refused" };

export type FetchedFile =
  | { state: "fetched"; bytes: Uint8Array<ArrayBuffer> }
  | { state: "too-large" }
  /** Not there any more, or not reached. */
  | { state: "failed" };

export interface PressedButton {
  queryId: string;
  chatId: string;
  /** Of the message it is below. */
  messageId: number;
  /** Its buttons are taken away. */
  isOver: boolean;
}

/** Looby's bot at Telegram. */
export interface TelegramBot {
  /** Its name without the @. @throws AppError `upstream-failed` */
  username(): Promise<string>;
  /**
   * Sends plain text in one message. Never throws.
   * @param text 1 to 4,096 UTF-16 units; see `cutText`
   * @param buttons shown below it, side by side
   */
  send(chatId: string, text: string, buttons?: readonly TelegramButton[]): Promise<SendOutcome>;
  /** Ends the wait that a pressed button shows. Never throws. @param note shown for a moment, at most 200 characters */
  settlePress(press: PressedButton, note: string): Promise<void>;
  /** Fetches a file a person sent. Never throws. @param maxBytes a longer one is not read to its end */
  fetchFile(fileId: string, maxBytes: number): Promise<FetchedFile>;
  /** Asks Telegram for what is new until the signal ends it; after a failure it goes on by itself. */
  poll(hear: (update: TelegramUpdate) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Has Telegram call this server instead. @param secret comes back with every call */
  registerWebhook(url: string, secret: string): Promise<void>;
}
