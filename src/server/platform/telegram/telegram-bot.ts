/** A text somebody sent to the bot in a private chat. */
export interface TelegramMessage {
  updateId: number;
  chatId: string;
  /** As Telegram shows the person; null when they have no name. */
  name: string | null;
  text: string;
}

/** Looby's bot at Telegram. */
export interface TelegramBot {
  /** Its name without the @. @throws AppError `upstream-failed` */
  username(): Promise<string>;
  /**
   * Sends plain text; a long one in pieces, cut between lines where it can be.
   * @returns `gone` when the person blocked the bot or left; `later` when it is to be tried again
   */
  send(chatId: string, text: string): Promise<"sent" | "gone" | "later">;
  /** Asks Telegram for new messages until the signal ends it; after a failure it goes on by itself. */
  poll(hear: (message: TelegramMessage) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Has Telegram call this server instead. @param secret comes back with every call */
  registerWebhook(url: string, secret: string): Promise<void>;
  /** A call of Telegram's webhook as a message; null for everything that is not a text in a private chat. */
  read(update: unknown): TelegramMessage | null;
}
