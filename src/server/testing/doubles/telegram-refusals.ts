import * as z from "zod/mini";

/** Telegram's error response. */
export interface Refused {
  ok: false;
  error_code: number;
  description: string;
  parameters?: { retry_after: number };
}

export interface SentMessage {
  reply_markup?: object;
}

/** State at Telegram that decides whether a call is accepted. */
interface Known {
  /** The person has opened the chat. */
  isOpen: boolean;
  hasBlocked: boolean;
  /** The bot's own message with this id in this chat. */
  message: SentMessage | undefined;
  /** The callback query exists and was not answered yet. */
  isQuery: boolean;
  file: { bytes: Uint8Array; size?: number } | undefined;
  /** Another client is polling for updates. */
  isAsked: boolean;
  webhook: string | null;
}

/** Largest file a bot can fetch: 20 MB. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_TEXT = 4096;
const MAX_CALLBACK_BYTES = 64;
const MAX_ANSWER = 200;

const button = z.strictObject({ text: z.string().check(z.minLength(1)), callback_data: z.string() });
const keyboard = z.strictObject({ inline_keyboard: z.array(z.array(button)) });

/** Telegram's error for a call; null when it accepts the call. */
export function refusalOf(method: string, body: Record<string, unknown>, known: Known): Refused | null {
  switch (method) {
    case "sendMessage":
      return ofChat(body, known) ?? ofText(body["text"]) ?? ofKeyboard(body["reply_markup"]);
    case "editMessageReplyMarkup":
      return ofChat(body, known) ?? ofEdit(body, known.message);
    case "answerCallbackQuery":
      return ofQuery(body, known);
    case "getFile":
      return ofFile(body, known);
    case "getUpdates":
      return ofPolling(body, known);
    case "setWebhook":
      return ofWebhook(body);
    default:
      return null;
  }
}

function ofChat({ chat_id: id }: Record<string, unknown>, { isOpen, hasBlocked }: Known): Refused | null {
  if (id === undefined || id === "") return refused("chat_id is empty");
  if (!isOpen) return refused("chat not found");
  return hasBlocked
    ? { ok: false, error_code: 403, description: "Forbidden: bot was blocked by the user" }
    : null;
}

function ofText(text: unknown): Refused | null {
  if (typeof text !== "string" || text.trim() === "") return refused("message text is empty");
  return text.length > MAX_TEXT ? refused("message is too long") : null;
}

function ofKeyboard(markup: unknown): Refused | null {
  if (markup === undefined) return null;
  const parsed = keyboard.safeParse(markup);
  if (!parsed.success) return refused("can't parse inline keyboard button");
  const hasBadData = parsed.data.inline_keyboard.flat().some(({ callback_data: data }) => {
    const bytes = Buffer.byteLength(data);
    return bytes < 1 || bytes > MAX_CALLBACK_BYTES;
  });
  return hasBadData ? refused("BUTTON_DATA_INVALID") : null;
}

function ofEdit(body: Record<string, unknown>, message: SentMessage | undefined): Refused | null {
  if (message === undefined) return refused("message to edit not found");
  const markup = body["reply_markup"];
  if (JSON.stringify(markup) === JSON.stringify(message.reply_markup))
    return refused(
      "message is not modified: specified new message content and reply markup are exactly the same",
    );
  return ofKeyboard(markup);
}

function ofQuery({ text }: Record<string, unknown>, { isQuery }: Known): Refused | null {
  if (!isQuery) return refused("query is too old and response timeout expired or query ID is invalid");
  return typeof text === "string" && text.length > MAX_ANSWER ? refused("MESSAGE_TOO_LONG") : null;
}

function ofFile({ file_id: id }: Record<string, unknown>, { file }: Known): Refused | null {
  if (typeof id !== "string" || id === "") return refused("file_id not specified");
  if (file === undefined) return refused("wrong file_id or the file is temporarily unavailable");
  return (file.size ?? file.bytes.length) > MAX_FILE_BYTES ? refused("file is too big") : null;
}

function ofPolling(
  { limit = 100, allowed_updates: kinds }: Record<string, unknown>,
  known: Known,
): Refused | null {
  if (known.webhook !== null)
    return conflict(
      "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  if (known.isAsked)
    return conflict(
      "terminated by other getUpdates request; make sure that only one bot instance is running",
    );
  if (kinds !== undefined && !Array.isArray(kinds)) return refused("can't parse allowed_updates");
  return Number(limit) >= 1 && Number(limit) <= 100 ? null : refused("limit must be from 1 to 100");
}

function ofWebhook({ url, secret_token: secret = "a" }: Record<string, unknown>): Refused | null {
  if (!String(url).startsWith("https://"))
    return refused("bad webhook: An HTTPS URL must be provided for webhook");
  return /^[\w-]{1,256}$/.test(String(secret)) ? null : refused("secret token contains unallowed characters");
}

function refused(why: string): Refused {
  return { ok: false, error_code: 400, description: `Bad Request: ${why}` };
}

function conflict(why: string): Refused {
  return { ok: false, error_code: 409, description: `Conflict: ${why}` };
}
