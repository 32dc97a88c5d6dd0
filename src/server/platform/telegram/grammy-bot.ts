import { type Api, Bot, GrammyError, InlineKeyboard } from "grammy";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#server/http/app-error.ts";
import type { Log } from "#server/log.ts";
import type { Egress } from "#server/platform/egress.ts";
import { readUpdate } from "./read-update.ts";
import type { FetchedFile, SendOutcome, TelegramBot } from "./telegram-bot.ts";

const POLL_SECONDS = 25;
/** Longer than Telegram's long poll. */
const POLL_DEADLINE_MS = (POLL_SECONDS + 15) * 1000;
/** Short, because a user waits for these calls. */
const CALL_DEADLINE_MS = 10_000;
const PAUSE_AFTER_FAILURE_MS = 15_000;
/** Telegram answers a poll when there is an update or its time is over. A proxy that answers at once is asked again after this pause. */
const PAUSE_AFTER_EMPTY_MS = 250;
/** Without `edited_message`: a live location sends one every few seconds. */
const ALLOWED_UPDATES = ["message", "callback_query"] as const;
/** Retry delay when Telegram is unreachable or has a problem itself. */
const AGAIN_AFTER_MS = 30_000;
/** UTF-16 units of the text shown after a button was pressed. */
const MAX_NOTE = 200;
/** The longest wait accepted from Telegram. */
const MAX_WAIT_MS = 60 * 60_000;

interface BotSettings {
  token: string;
  /** Without a trailing slash. */
  apiUrl: string;
}

/** The bot, implemented with grammY. Every call goes through egress. */
export function grammyBot(egress: Egress, { token, apiUrl }: BotSettings, log: Log): TelegramBot {
  const bot = new Bot(token, {
    client: { apiRoot: apiUrl, fetch: fetchThrough(egress, CALL_DEADLINE_MS) },
  });
  const polling = { apiRoot: apiUrl, fetch: fetchThrough(egress, POLL_DEADLINE_MS) };
  return {
    async username() {
      try {
        // The library's own `init` retries for as long as Telegram is unreachable, and its caller waits.
        if (!bot.isInited()) bot.botInfo = await bot.api.getMe();
        return bot.botInfo.username;
      } catch (cause) {
        throw new AppError("upstream-failed", "Telegram did not answer. Please try again later.", { cause });
      }
    },
    async send(chatId, text, buttons = []) {
      const keyboard = new InlineKeyboard();
      for (const { text: label, data } of buttons) keyboard.text(label, data);
      try {
        await bot.api.sendMessage(chatId, text, {
          link_preview_options: { is_disabled: true },
          ...(buttons.length === 0 ? {} : { reply_markup: keyboard }),
        });
        return { state: "sent" };
      } catch (error) {
        return outcomeOf(error, log);
      }
    },
    async settlePress({ queryId, chatId, messageId, isOver }, note) {
      // Both are tried only once: a late press cannot be answered, and a message may have been deleted.
      const settled = await Promise.allSettled([
        bot.api.answerCallbackQuery(queryId, { text: note.slice(0, MAX_NOTE) }),
        ...(isOver ? [bot.api.editMessageReplyMarkup(chatId, messageId)] : []),
      ]);
      for (const part of settled)
        if (part.status === "rejected") log.info({ err: part.reason }, "a pressed button was not settled");
    },
    fetchFile: (fileId, maxBytes) =>
      fetchTelegramFile({ api: bot.api, egress, apiUrl, token }, { fileId, maxBytes }, log),
    async poll(receive, signal) {
      while (!signal.aborted) {
        // A stopped bot cannot be started again.
        const listener = new Bot(token, { client: polling });
        listener.use(async (context) => {
          const update = readUpdate(context.update);
          if (update !== null) await receive(update);
        });
        listener.api.config.use(async (call, method, payload, until) => {
          const startedAt = Date.now();
          const answer = await call(method, payload, until);
          const isEmpty = answer.ok && Array.isArray(answer.result) && answer.result.length === 0;
          if (isEmpty && Date.now() - startedAt < PAUSE_AFTER_EMPTY_MS)
            await pause(PAUSE_AFTER_EMPTY_MS, signal);
          return answer;
        });
        listener.catch(({ error }) => log.warn({ err: error }, "a Telegram message was not answered"));
        const stop = () => void listener.stop().catch(() => undefined);
        signal.addEventListener("abort", stop, { once: true });
        try {
          await listener.start({ timeout: POLL_SECONDS, allowed_updates: ALLOWED_UPDATES });
        } catch (error) {
          if (!signal.aborted) log.warn({ err: error }, "Telegram is not reached; it is tried again");
        }
        signal.removeEventListener("abort", stop);
        if (!signal.aborted) await pause(PAUSE_AFTER_FAILURE_MS, signal);
      }
    },
    async registerWebhook(url, secret) {
      await bot.api.setWebhook(url, { secret_token: secret, allowed_updates: ALLOWED_UPDATES });
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

/** grammY passes a signal from an older library, which Node's fetch does not accept. */
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

function outcomeOf(error: unknown, log: Log): SendOutcome {
  if (error instanceof GrammyError) {
    const { error_code: code, description, parameters } = error;
    // 403: the person blocked the bot. Among the 400 errors, only this one means that the user no longer exists; the others are our own
    // mistakes.
    if (code === 403 || (code === 400 && /chat not found/i.test(description))) return { state: "gone" };
    if (code === 400) {
      log.error({ err: error }, "Telegram does not take such a message");
      return { state: "refused" };
    }
    if (code === 429 && parameters.retry_after !== undefined) {
      log.info({ seconds: parameters.retry_after }, "Telegram wants a message later");
      return { state: "later", afterMs: Math.min(MAX_WAIT_MS, parameters.retry_after * 1000) };
    }
  }
  log.warn({ err: error }, "Telegram did not take a message");
  return { state: "later", afterMs: AGAIN_AFTER_MS };
}

/** For the whole file: 20 MB over a camp's slow connection. */
const FILE_DEADLINE_MS = 120_000;
/** A path as Telegram gives it: `voice/file_3.oga`. Not absolute, no `..`, not a URL. */
const PLAIN_PATH = /^(?!.*\.\.)[\w-][\w./-]{0,300}$/;

interface Source {
  api: Pick<Api, "getFile">;
  egress: Egress;
  /** Without a trailing slash. */
  apiUrl: string;
  token: string;
}

/** Fetches a file, only from the API's own address. Never throws. */
async function fetchTelegramFile(
  { api, egress, apiUrl, token }: Source,
  { fileId, maxBytes }: { fileId: string; maxBytes: number },
  log: Log,
): Promise<FetchedFile> {
  try {
    const { file_path: path, file_size: size = 0 } = await api.getFile(fileId);
    if (size > maxBytes) return { state: "too-large" };
    if (typeof path !== "string" || !PLAIN_PATH.test(path)) {
      log.warn("Telegram gave a file a path that is none");
      return { state: "failed" };
    }
    const response = await egress(`${apiUrl}/file/bot${token}/${path}`, {
      purpose: "telegram",
      signal: AbortSignal.timeout(FILE_DEADLINE_MS),
    });
    if (!response.ok) {
      await response.body?.cancel().catch(() => undefined); // the connection may be closed already
      log.warn({ status: response.status }, "Telegram did not hand over a file");
      return { state: "failed" };
    }
    const bytes = await readAtMost(response, maxBytes);
    return bytes === null ? { state: "too-large" } : { state: "fetched", bytes };
  } catch (error) {
    if (error instanceof Error && /file is too big/i.test(error.message)) return { state: "too-large" };
    log.warn({ err: error }, "a file was not fetched from Telegram");
    return { state: "failed" };
  }
}

/** Null when there is more. */
async function readAtMost({ body }: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null; // exiting the loop closes the connection
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
