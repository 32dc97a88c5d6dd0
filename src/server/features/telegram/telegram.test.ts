import TelegramServer from "telegram-test-api";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { listThreads } from "#shared/features/chat/contract.ts";
import {
  createLinkCode,
  getTelegramLink,
  receiveTelegram,
  removeTelegramLink,
} from "#shared/features/telegram/contract.ts";
import { unlinked } from "#shared/features/chat/model-links.ts";
import { notify } from "#server/features/notifications/notify.ts";
import { webhookSecret } from "./routes.ts";
import { telegramChannel } from "./send-unsent.ts";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { grammyBot } from "#server/platform/telegram/grammy-bot.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { freePort } from "../../../../scripts/free-port.ts";

// Tests with a third-party emulator of Telegram, using the bot library's own polling.

const TOKEN = "123:a-token";
const stopping = new AbortController();
let telegram: TelegramServer;
let app: TestApp;
let polling: Promise<void>;

beforeAll(async () => {
  telegram = new TelegramServer({
    port: await freePort(),
    host: "127.0.0.1",
    storeTimeout: 600,
  });
  await telegram.start();
  const log = createLog("silent");
  const apiUrl = telegram.config.apiURL;
  const bot = grammyBot(createEgress({ allowedOrigins: [apiUrl], log }), { token: TOKEN, apiUrl }, log);
  app = await startTestApp({ deps: { telegram: bot }, env: { PUBLIC_URL: "https://looby.example" } });
  const { talk } = app;
  if (talk === null) throw new Error("no bot");
  polling = bot.poll((message) => talk.receive(message), stopping.signal);
});
afterAll(async () => {
  stopping.abort();
  await polling;
  await app[Symbol.asyncDispose]();
  await telegram.stop();
});

test("links a chat once by its code", async () => {
  const ada = await app.signUp("Ada");
  const phone = chatOf(7, "ada_t");
  const { code, url, botUsername } = await ada.call(createLinkCode, { body: {} });
  expect(code).toMatch(/^[\w-]{22}$/);
  expect(url).toBe(`https://t.me/${botUsername}?start=${code}`);
  const stored = await app.database.pool.query("select * from telegram_codes");
  expect(JSON.stringify(stored.rows)).not.toContain(code);
  expect(await phone.say("where is water?")).toMatch(/^Hello\. To talk with Looby here, open it/);
  expect(await phone.say(`/start ${code}`)).toMatch(/^Hello Ada, this chat is linked to Looby\./);
  expect(await ada.call(getTelegramLink, {})).toEqual({ isAvailable: true, isLinked: true, name: "@ada_t" });
  expect(await chatOf(8, "thief").say(`/start ${code}`)).toMatch(/^This code has expired/);
});

test("answers a linked chat in one conversation, with a link for what only the page can do", async () => {
  const { client, phone } = await linkedChat("Cleo", 9);
  expect(await phone.say("who lends a unicorn saddle?")).toContain("open Looby at https://looby.example");
  expect(await phone.say("post a need for an extension cord near 7:30 & E")).toMatch(
    /\n\nPost this need: an extension cord near 7:30 & \w+\. Open Looby at https:\/\/looby\.example to do it\.$/,
  );
  expect((await client.call(listThreads, { query: {} })).threads).toHaveLength(1);
});

test("shows the help card in a linked chat", async () => {
  const { phone } = await linkedChat("Fay", 10);
  expect(await phone.say("somebody collapsed and does not breathe")).toMatch(
    /^Get people first, now\.[^*]*Ranger/,
  );
  expect(await phone.say("/help")).toMatch(/^Ask me anything[^*]*In danger\? Go to people first/);
});

test("shows the help card in an unlinked chat", async () => {
  const stranger = chatOf(8, "thief");
  expect(await stranger.say("/help")).toMatch(/^Hello\. To talk with Looby[^*]*In danger\?/);
  expect(await stranger.say("my friend is unconscious")).toMatch(/^Get people first, now\./);
});

test("sends a notification whose only link is its own to the linked chat", async () => {
  const { userId, phone } = await linkedChat("Gus", 11);
  const db = app.database.kysely;
  const text = "bad.example/in @badbot has your lamp.";
  await notify(db, { userId, kind: "need", text, link: "/needs/1" });
  const notice = await db.selectFrom("notifications").selectAll().executeTakeFirstOrThrow();
  const shown = phone.next();
  const delivered = { ...notice, userId, createdAt: notice.created_at, readAt: null };
  expect(await telegramChannel(app.deps).deliver(delivered)).toBe(true);
  expect(await shown).toBe(`${unlinked(text)}\nhttps://looby.example/needs/1`);
});

test("unlinks a chat by /stop", async () => {
  const { client, phone } = await linkedChat("Hal", 12);
  expect(await phone.say("/stop")).toMatch(/no longer linked/);
  expect(await client.call(getTelegramLink, {})).toMatchObject({ isLinked: false });
  expect(await phone.say("where is water?")).toMatch(/^Hello\. To talk/);
});

test("rejects a replaced, deleted or expired code", async () => {
  const bea = await app.signUp("Bea");
  const older = await bea.call(createLinkCode, { body: {} });
  const newer = await bea.call(createLinkCode, { body: {} });
  const phone = chatOf(20, "bea");
  expect(await phone.say(`/start ${older.code}`)).toMatch(/^This code has expired/);
  await bea.call(removeTelegramLink, {});
  expect(await phone.say(`/start ${newer.code}`)).toMatch(/^This code has expired/);
  const late = await bea.call(createLinkCode, { body: {} });
  await app.database.pool.query("update telegram_codes set expires_at = now() - interval '1 second'");
  expect(await phone.say(`/start ${late.code}`)).toMatch(/^This code has expired/);
  expect(await phone.say(`/start ${late.code}`)).toMatch(/^This code has expired/);
  for (const text of ["/start ../../x", `/start ${"x".repeat(65)}`, "/start 'or''='"])
    expect(await phone.say(text), text).toMatch(/^Hello\. To talk/);
  expect(await bea.call(getTelegramLink, {})).toMatchObject({ isLinked: false });
});

test("accepts webhook calls only from Telegram, each update once", async () => {
  const caller = app.as("Telegram");
  const update = {
    update_id: 900_001,
    message: {
      message_id: 1,
      date: 0,
      chat: { id: 31, type: "private" },
      from: { first_name: "Cy" },
      text: "hi",
    },
  };
  expect(await caller.refusal(receiveTelegram, { body: update })).toMatchObject({ status: 401 });
  const call = (secret: string, body: unknown) =>
    caller.request(receiveTelegram.path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": secret },
      body: JSON.stringify(body),
    });
  const secret = webhookSecret(app.deps.secret);
  expect((await call(`${secret}x`, update)).status).toBe(401);
  const sent = vi.spyOn(app.deps.telegram ?? { send: async () => "sent" as const }, "send");
  for (let times = 0; times < 3; times += 1)
    expect(await (await call(secret, update)).json()).toEqual({ heard: true });
  expect(sent).toHaveBeenCalledTimes(1);
  const group = {
    ...update,
    update_id: 900_002,
    message: { ...update.message, chat: { id: 31, type: "group" } },
  };
  for (const other of [group, { update_id: 900_003 }, { update_id: 900_004, message: { text: 7 } }])
    expect(await (await call(secret, other)).json()).toEqual({ heard: false });
  expect((await call(secret, { update_id: "x" })).status).toBe(400);
  sent.mockRestore();
});

test("rejects links without an account or without a bot", async () => {
  expect(await app.as("a visitor").refusal(createLinkCode, { body: {} })).toMatchObject({ status: 401 });
  const dora = await app.signUp("Dora");
  expect(await dora.refusal(createLinkCode, { body: { userId: "somebody else" } })).toMatchObject({
    status: 403,
  });
  await using bare = await startTestApp();
  const eve = await bare.signUp("Eve");
  expect(await eve.refusal(createLinkCode, { body: {} })).toMatchObject({
    status: 503,
    error: "This server has no Telegram bot.",
  });
  expect(await eve.call(getTelegramLink, {})).toEqual({ isAvailable: false, isLinked: false, name: null });
});

/** A person's private chat with the bot. */
/** A new account with a linked chat. */
async function linkedChat(pseudonym: string, chatId: number) {
  const client = await app.signUp(pseudonym);
  const { user } = await client.call(getSession, {});
  const { code } = await client.call(createLinkCode, { body: {} });
  const phone = chatOf(chatId, pseudonym.toLowerCase());
  await phone.say(`/start ${code}`);
  return { client, userId: user.userId, phone };
}

function chatOf(id: number, userName: string) {
  const client = telegram.getClient(TOKEN, {
    chatId: id,
    userId: id,
    userName,
    firstName: userName,
    timeout: 20_000,
  });
  const next = async (): Promise<string> => {
    const { result } = await client.getUpdates();
    return result.map(({ message }) => String("text" in message ? message.text : "")).join("\n");
  };
  return {
    next,
    /** Sends a message and waits for the bot's reply. */
    async say(text: string): Promise<string> {
      await (text.startsWith("/")
        ? client.sendCommand(client.makeCommand(text))
        : client.sendMessage(client.makeMessage(text)));
      return await next();
    },
  };
}
