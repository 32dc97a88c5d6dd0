import { Bot, type Context, GrammyError } from "grammy";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#server/http/app-error.ts";
import type { Log } from "#server/log.ts";
import type { Egress } from "#server/platform/egress.ts";
import { cutText } from "#server/platform/telegram/cut-text.ts";
import type { TelegramBot, TelegramMessage } from "#server/platform/telegram/telegram-bot.ts";

const POLL_SECONDS = 25;
/** Longer than Telegram holds a poll open. */
const POLL_DEADLINE_MS = (POLL_SECONDS + 15) * 1000;
/** Somebody waits for these. */
const CALL_DEADLINE_MS = 10_000;
const PAUSE_AFTER_FAILURE_MS = 15_000;
const ONLY_MESSAGES = ["message"] as const;

interface BotSettings {
  token: string;
  /** Without a slash at its end. */
  apiUrl: string;
}

/** The bot by grammY, with every call through our one way out. */
export function grammyBot(egress: Egress, { token, apiUrl }: BotSettings, log: Log): TelegramBot {
  const bot = new Bot(token, {
    client: { apiRoot: apiUrl, fetch: fetchThrough(egress, CALL_DEADLINE_MS) },
  });
  const polling = { apiRoot: apiUrl, fetch: fetchThrough(egress, POLL_DEADLINE_MS) };
  return {
    async username() {
      try {
        // The library's own `init` asks again and again for as long as Telegram is away, and its caller waits.
        if (!bot.isInited()) bot.botInfo = await bot.api.getMe();
        return bot.botInfo.username;
      } catch (cause) {
        throw new AppError("upstream-failed", "Telegram did not answer. Please try again later.", { cause });
      }
    },
    async send(chatId, text) {
      try {
        for (const piece of cutText(text))
          await bot.api.sendMessage(chatId, piece, { link_preview_options: { is_disabled: true } });
        return "sent";
      } catch (error) {
        return outcomeOf(error, log);
      }
    },
    async poll(hear, signal) {
      while (!signal.aborted) {
        // A bot that was stopped cannot be started again.
        const listener = new Bot(token, { client: polling });
        listener.on("message:text", async (context) => {
          const message = messageOf(context.update);
          if (message !== null) await hear(message);
        });
        listener.catch(({ error }) => log.warn({ err: error }, "a Telegram message was not answered"));
        const stop = () => void listener.stop().catch(() => undefined);
        signal.addEventListener("abort", stop, { once: true });
        try {
          await listener.start({ timeout: POLL_SECONDS, allowed_updates: ONLY_MESSAGES });
        } catch (error) {
          if (!signal.aborted) log.warn({ err: error }, "Telegram is not reached; it is tried again");
        }
        signal.removeEventListener("abort", stop);
        if (!signal.aborted)
          await sleep(PAUSE_AFTER_FAILURE_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    },
    async registerWebhook(url, secret) {
      await bot.api.setWebhook(url, { secret_token: secret, allowed_updates: ONLY_MESSAGES });
    },
    read: messageOf,
  };
}

/** grammY brings the signal of an older library, which Node's fetch does not take. */
function fetchThrough(egress: Egress, deadlineMs: number): typeof fetch {
  return async (target, { signal, method, headers, body } = {}) => {
    const ours = new AbortController();
    if (signal?.aborted === true) ours.abort();
    signal?.addEventListener("abort", () => ours.abort());
    const address = target instanceof Request ? target.url : target;
    return await egress(address, {
      purpose: "telegram",
      ...(method === undefined ? {} : { method }),
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
      signal: ours.signal,
      deadlineMs,
    });
  };
}

function outcomeOf(error: unknown, log: Log): "gone" | "later" {
  // 403: the person blocked the bot. 400: there is no such chat any more.
  if (error instanceof GrammyError && (error.error_code === 403 || error.error_code === 400)) return "gone";
  log.warn({ err: error }, "Telegram did not take a message");
  return "later";
}

function messageOf(update: unknown): TelegramMessage | null {
  const { update_id: updateId, message } = update as Partial<Context["update"]>;
  if (updateId === undefined || typeof message?.text !== "string" || message.chat?.type !== "private")
    return null;
  const { from, chat, text } = message;
  const names = [from?.first_name, from?.last_name].filter((part) => typeof part === "string");
  const name = from?.username === undefined ? names.join(" ") : `@${from.username}`;
  return { updateId, chatId: String(chat.id), name: name.slice(0, 100) || null, text };
}
