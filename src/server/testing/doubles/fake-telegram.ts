import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { MAX_FILE_BYTES, refusalOf, type Refused, type SentMessage } from "./telegram-refusals.ts";

export const BOT = { id: 123, is_bot: true, first_name: "Looby", username: "looby_bot" } as const;
export const BOT_TOKEN = "123:a-token";

/** A file sent by a user: the metadata for the bot, and the content at its path. */
export interface FakeFile {
  bytes: Uint8Array;
  /** As reported to the bot, possibly wrong. Default: the length of `bytes`. */
  size?: number;
  /** As reported by Telegram: relative to the bot's folder. */
  path?: string;
}

export interface Message {
  message_id: number;
  text: string;
  reply_markup?: { inline_keyboard: { text: string; callback_data: string }[][] };
}

/**
 * Telegram's Bot API according to its published description. It rejects the same calls as Telegram: a wrong token (401), an unknown method
 * (404), a chat no user has opened, or an invalid text or keyboard (400), a person who blocked the bot (403), two concurrent pollers (409),
 * a callback query answered twice, a file that is too large or missing, and, on request, more calls than allowed (429 with `retry_after`).
 */
export async function openFakeTelegram() {
  const chats = new Map<
    string,
    { sent: Message[]; waiting: ((message: Message) => void)[]; hasBlocked: boolean }
  >();
  const files = new Map<string, FakeFile>();
  const queries = new Set<string>();
  const floods = new Map<string, number>();
  const calls: { method: string; body: Record<string, unknown>; status: number }[] = [];
  /** Paths of requested files. */
  const fetched: string[] = [];
  const pending: { update_id: number }[] = [];
  /** Set to make calls fail without a response. */
  const mood: { isDown: boolean } = { isDown: false };
  let [nextUpdate, nextMessage] = [1, 1];
  let webhook: string | null = null;
  let isAsked = false;
  let wake: () => void = () => undefined;

  const methods: Record<string, (body: Record<string, unknown>) => unknown> = {
    getMe: () => BOT,
    deleteWebhook: () => ((webhook = null), true),
    setWebhook: ({ url }) => ((webhook = String(url)), true),
    async getUpdates({ offset = 0, limit = 100, timeout = 0 }) {
      pending.splice(0, pending.findLastIndex(({ update_id: id }) => id < Number(offset)) + 1);
      if (pending.length === 0 && Number(timeout) > 0) {
        isAsked = true;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(Number(timeout) * 1000, 200));
          wake = () => (clearTimeout(timer), resolve());
        });
        isAsked = false;
      }
      return pending.slice(0, Number(limit));
    },
    sendMessage(body) {
      const message = {
        message_id: (nextMessage += 1),
        text: String(body["text"]).trim(),
        ...keyboardOf(body),
      };
      const chat = chatOf(String(body["chat_id"]));
      chat.sent.push(message);
      chat.waiting.shift()?.(message);
      return { ...message, date: 0, from: BOT, chat: { id: Number(body["chat_id"]), type: "private" } };
    },
    editMessageReplyMarkup(body) {
      const message = find(body);
      if (message === undefined) throw new TypeError("refused before");
      delete message.reply_markup;
      Object.assign(message, keyboardOf(body));
      return true;
    },
    answerCallbackQuery: ({ callback_query_id: id }) => queries.delete(String(id)),
    getFile({ file_id: id }) {
      const file = files.get(String(id));
      return {
        file_id: id,
        file_unique_id: `unique-${String(id)}`,
        file_size: file?.size ?? file?.bytes.length,
        file_path: file?.path ?? `voice/${String(id)}.oga`,
      };
    },
  };

  function chatOf(id: string) {
    const chat = chats.get(id) ?? { sent: [], waiting: [], hasBlocked: false };
    chats.set(id, chat);
    return chat;
  }

  function find(body: Record<string, unknown>): Message | undefined {
    const id = Number(body["message_id"]);
    return chats.get(String(body["chat_id"]))?.sent.find((message) => message.message_id === id);
  }

  async function answer(
    method: string,
    body: Record<string, unknown>,
  ): Promise<Refused | { ok: true; result: unknown }> {
    const chatId = idIn(body);
    const known = methods[method];
    if (known === undefined) return { ok: false, error_code: 404, description: "Not Found" };
    const flood = floods.get(chatId);
    if (flood !== undefined)
      return {
        ok: false,
        error_code: 429,
        description: `Too Many Requests: retry after ${flood}`,
        parameters: { retry_after: flood },
      };
    const refused = refusalOf(method, body, {
      isOpen: chats.has(chatId),
      hasBlocked: chats.get(chatId)?.hasBlocked ?? false,
      message: find(body) as SentMessage | undefined,
      isQuery: queries.has(String(body["callback_query_id"])),
      file: files.get(String(body["file_id"])),
      isAsked,
      webhook,
    });
    return refused ?? { ok: true, result: await known(body) };
  }

  const server = createServer((request, response) => {
    void (async () => {
      if (mood.isDown) return request.socket.destroy();
      const [, kind, token, rest] = /^\/(bot|file\/bot)([^/]+)\/(.+)$/.exec(request.url ?? "") ?? [];
      const sendJson = (status: number, body: unknown) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      if (token !== BOT_TOKEN)
        return sendJson(401, { ok: false, error_code: 401, description: "Unauthorized" });
      if (kind === "file/bot") {
        fetched.push(rest ?? "");
        const file = [...files].find(([id, { path }]) => (path ?? `voice/${id}.oga`) === rest)?.[1];
        if (file === undefined)
          return sendJson(404, { ok: false, error_code: 404, description: "Not Found" });
        return response.writeHead(200, { "content-type": "application/octet-stream" }).end(file.bytes);
      }
      const body = await bodyOf(request);
      const answered = await answer(rest ?? "", body);
      const status = answered.ok ? 200 : answered.error_code;
      calls.push({ method: rest ?? "", body, status });
      return sendJson(status, answered);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  /** A user's private chat with the bot, opened by that user. */
  function phone(id: number, username = `person${id}`) {
    const chat = chatOf(String(id));
    const from = { id, is_bot: false, first_name: username, username };
    const place = { chat: { id, type: "private", first_name: username }, from, date: 0 };
    return {
      id,
      /** The bot's messages here, oldest first. */
      sent: chat.sent,
      block: (hasBlocked = true) => (chat.hasBlocked = hasBlocked),
      /** The bot's next message here. */
      next: async (): Promise<Message> => new Promise((resolve) => chat.waiting.push(resolve)),
      /** An update with a message from the user. */
      message: (content: object) => ({
        update_id: (nextUpdate += 1),
        message: { message_id: (nextMessage += 1), ...place, ...content },
      }),
      /** An update for a press on a button of one of the bot's messages. */
      press(message: Message, label: string) {
        const button = message.reply_markup?.inline_keyboard.flat().find(({ text }) => text === label);
        if (button === undefined) throw new Error(`no button ${label}`);
        const query = String((nextMessage += 1));
        queries.add(query);
        return {
          update_id: (nextUpdate += 1),
          callback_query: {
            id: query,
            from,
            chat_instance: "1",
            message: { message_id: message.message_id, date: 0, chat: place.chat, text: message.text },
            data: button.callback_data,
          },
        };
      },
    };
  }

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    fetched,
    files,
    mood,
    phone,
    /** From now on this chat accepts no more messages. */
    flood: (id: number, seconds: number) => floods.set(String(id), seconds),
    calm: () => floods.clear(),
    /** Passes an update to the poller. */
    offer(update: { update_id: number }) {
      pending.push(update);
      wake();
    },
    async [Symbol.asyncDispose]() {
      wake();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeTelegram = Awaited<ReturnType<typeof openFakeTelegram>>;
export type FakePhone = ReturnType<FakeTelegram["phone"]>;
export { MAX_FILE_BYTES };

function keyboardOf(body: Record<string, unknown>): Pick<Message, "reply_markup"> {
  // Checked by `refusalOf`.
  const markup = body["reply_markup"] as Message["reply_markup"];
  return markup === undefined ? {} : { reply_markup: markup };
}

/** Telegram accepts a number or its digits; `@name` is only for channels. */
function idIn({ chat_id: id }: Record<string, unknown>): string {
  return typeof id === "number" || typeof id === "string" ? String(id) : "";
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}
