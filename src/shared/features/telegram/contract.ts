import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";

/** How long a link code is valid, in milliseconds. */
export const LINK_CODE_LIFE_MS = 10 * 60_000;

export const createLinkCode = defineEndpoint({
  id: "telegram.create-link-code",
  method: "POST",
  path: "/api/telegram/link-code",
  summary:
    "A one-time code that links a chat with the Telegram bot to one's account; an older one stops working.",
  body: z.strictObject({
    userId: z.optional(z.string().check(z.maxLength(200))),
    /** Whether language models may read the library for the questions from there. */
    useRag: z.optional(z.boolean()),
  }),
  response: z.object({
    /** 22 characters of base64url: 128 random bits. */
    code: z.string(),
    /** Opens the bot in Telegram and passes the code to it. */
    url: z.string(),
    botUsername: z.string(),
    expiresAt: z.iso.datetime({ offset: true }),
  }),
  queue: "never",
});

const link = z.object({
  /** Whether this server has a bot. */
  isAvailable: z.boolean(),
  isLinked: z.boolean(),
  /** The user's name on Telegram; null when unlinked or without a name. */
  name: z.nullable(z.string()),
});
export type TelegramLink = z.infer<typeof link>;

export const getTelegramLink = defineEndpoint({
  id: "telegram.link",
  method: "GET",
  path: "/api/telegram/link",
  summary: "Whether one's account is linked to a chat with the Telegram bot.",
  response: link,
});

export const removeTelegramLink = defineEndpoint({
  id: "telegram.unlink",
  method: "DELETE",
  path: "/api/telegram/link",
  summary: "Unlinks one's account from Telegram; open codes stop working.",
  response: link,
  queue: "never",
});

export const receiveTelegram = defineEndpoint({
  id: "telegram.hear",
  method: "POST",
  path: "/api/telegram/webhook",
  summary: "Telegram's own call, when the bot listens by webhook.",
  body: z.looseObject({ update_id: z.number().check(z.int(), z.nonnegative()) }),
  response: z.object({ heard: z.boolean() }),
  queue: "never",
  hasOutsideText: true,
});
