import { createLinkCode, receiveTelegram } from "#shared/features/telegram/contract.ts";
import { webhookSecret } from "#server/features/telegram/routes.ts";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { grammyBot } from "#server/platform/telegram/grammy-bot.ts";
import { BOT_TOKEN, type FakePhone, type FakeTelegram, openFakeTelegram } from "./fake-telegram.ts";
import { startTestApp, type TestAppOptions } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";

/** A server whose bot is connected to a fake Telegram. */
export async function startTelegramApp(telegram: FakeTelegram, options: TestAppOptions = {}) {
  const log = createLog("silent");
  const egress = createEgress({ allowedOrigins: [telegram.url], log });
  const bot = grammyBot(egress, { token: BOT_TOKEN, apiUrl: telegram.url }, log);
  const app = await startTestApp({ ...options, deps: { telegram: bot, ...options.deps } });
  /** Telegram calls the webhook. */
  const hand = async (update: object) => {
    const response = await app.as("Telegram").request(receiveTelegram.path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-telegram-bot-api-secret-token": webhookSecret(app.deps.secret),
      },
      body: JSON.stringify(update),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    app,
    bot,
    hand,
    /** Delivers an update and waits until all resulting messages are sent or queued. */
    async deliver(update: object): Promise<void> {
      await hand(update);
      await app.talk?.queue.settled();
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
    },
  };
}

/** A server with its fake Telegram, and users with linked chats. */
export async function openTelegramWorld(options: TestAppOptions = {}) {
  const telegram = await openFakeTelegram();
  const server = await startTelegramApp(telegram, options);
  let nextId = 1000;
  return {
    ...server,
    telegram,
    /** A user here with a linked chat. */
    async link(
      name: string,
    ): Promise<{ client: TestClient; phone: FakePhone; send: (text: string) => Promise<void> }> {
      const client = await server.app.signUp(name);
      const phone = telegram.phone((nextId += 1), name.toLowerCase());
      const { code } = await client.call(createLinkCode, { body: {} });
      const send = (text: string) => server.deliver(phone.message({ text }));
      await send(`/start ${code}`);
      phone.sent.length = 0;
      return { client, phone, send };
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await telegram[Symbol.asyncDispose]();
    },
  };
}

export type TelegramWorld = Awaited<ReturnType<typeof openTelegramWorld>>;
