import { afterEach, beforeEach, expect, test } from "vitest";
import { getThread, listThreads } from "#shared/features/chat/contract.ts";
import { deleteAccount } from "#shared/features/leaving/contract.ts";
import { createLinkCode } from "#shared/features/telegram/contract.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { heldModel } from "#server/testing/doubles/held-model.ts";
import {
  type FakePhone,
  type FakeTelegram,
  openFakeTelegram,
} from "#server/testing/doubles/fake-telegram.ts";
import { startTelegramApp } from "#server/testing/doubles/telegram-world.ts";
import { tablesWith } from "#server/testing/tables-with.ts";
import { TEST_PASSWORD } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";

// Messages that a server had received but not answered when it stopped.

let database: DatabaseClient;
let telegram: FakeTelegram;
let model: ReturnType<typeof heldModel>;
let first: Awaited<ReturnType<typeof startTelegramApp>>;
let second: typeof first;
let ada: TestClient;
let phone: FakePhone;

beforeEach(async () => {
  database = await openTestDatabase();
  telegram = await openFakeTelegram();
  model = heldModel();
  const options = { database, chat: { languageModel: model.model } };
  // Before there are answers to write: on the embedded database, a starting server ends the answers of earlier servers.
  first = await startTelegramApp(telegram, options);
  second = await startTelegramApp(telegram, {
    ...options,
    database: { ...database, close: async () => undefined }, // the first server closes it
  });
  ada = await first.app.signUp("Ada");
  phone = telegram.phone(1001, "ada");
  const { code } = await ada.call(createLinkCode, { body: {} });
  await first.deliver(phone.message({ text: `/start ${code}` }));
  phone.sent.length = 0;
});
afterEach(async () => {
  model.release();
  await second[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
  await telegram[Symbol.asyncDispose]();
});

const firstQueue = () => first.app.talk?.queue;
const secondQueue = () => second.app.talk?.queue;
/** Simulates that the first server renewed nothing for a minute. */
const aMinutePasses = () =>
  database.pool.query("update telegram_unanswered set held_until = now() - interval '1 second'");

/** Stops the first server during an answer, and lets another one take its messages over. */
async function restart(): Promise<void> {
  await firstQueue()?.close();
  await first.app.stopChat();
  await firstQueue()?.settled();
  expect(phone.sent).toEqual([]);
  await aMinutePasses();
  await using next = await startTelegramApp(telegram, {
    database: { ...database, close: async () => undefined },
  });
  await next.app.talk?.queue.takeOver();
  await next.app.talk?.queue.settled();
}

async function waiting(): Promise<number> {
  return (await database.pool.query("select from telegram_unanswered")).rows.length;
}

async function questions(): Promise<(string | undefined)[]> {
  const { threads } = await ada.call(listThreads, { query: {} });
  const { messages } = await ada.call(getThread, { params: { threadId: threads[0]?.id ?? "" } });
  return messages.filter(({ role }) => role === "user").map(({ content }) => content);
}

test("answers the stopped server's waiting messages on the next server", async () => {
  for (const text of ["tell me about ice", "and about water", "my friend is unconscious"])
    await first.hand(phone.message({ text }));
  await firstQueue()?.close();
  model.release();
  await firstQueue()?.settled();
  expect(await questions()).toEqual(["tell me about ice"]);
  expect(await waiting()).toBe(2);

  await aMinutePasses();
  await secondQueue()?.takeOver();
  await secondQueue()?.settled();
  expect(await questions()).toEqual(["tell me about ice", "and about water", "my friend is unconscious"]);
  expect(await waiting()).toBe(0);
});

test("leaves a message to the server that is answering it", async () => {
  await first.hand(phone.message({ text: "tell me about ice" }));
  await secondQueue()?.takeOver();
  model.release();
  await secondQueue()?.settled();
  await firstQueue()?.settled();
  expect(phone.sent.map(({ text }) => text)).toEqual(["You asked: tell me about ice"]);
});

test("answers a message again that a stopped server interrupted", async () => {
  await first.hand(phone.message({ text: "tell me about ice" }));
  while (model.asked === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await restart();
  expect(phone.sent).toHaveLength(1);
  expect(phone.sent[0]?.text).not.toMatch(/restarted/);
  expect(await questions()).toEqual(["tell me about ice"]);
  expect(await waiting()).toBe(0);
});

test("reports after three tries that the answer was interrupted", async () => {
  await first.hand(phone.message({ text: "tell me about ice" }));
  while (model.asked === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await database.pool.query("update telegram_unanswered set tries = 2");
  await restart();
  expect(phone.sent.map(({ text }) => text)).toEqual([expect.stringMatching(/restarted/)]);
  expect(await waiting()).toBe(0);
});

test("answers a message once, though two servers try", async () => {
  await first.hand(phone.message({ text: "tell me about ice" }));
  while (model.asked === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await aMinutePasses();
  await secondQueue()?.takeOver();
  model.release();
  await firstQueue()?.settled();
  await secondQueue()?.settled();
  expect(await questions()).toEqual(["tell me about ice"]);
  expect(model.asked).toBe(1);
});

test("renews its claim on the messages it is answering", async () => {
  await first.hand(phone.message({ text: "tell me about ice" }));
  await database.pool.query("update telegram_unanswered set held_until = now() + interval '1 second'");
  await firstQueue()?.takeOver();
  const { rows } = await database.pool.query<{ left: number }>(
    "select extract(epoch from held_until - now())::int as left from telegram_unanswered",
  );
  expect(rows[0]?.left).toBeGreaterThan(30);
});

test("deletes waiting messages with the account", async () => {
  for (const text of ["tell me about ice", "and about the zanzibar tent"])
    await first.hand(phone.message({ text }));
  await ada.call(deleteAccount, { body: { password: TEST_PASSWORD } });
  expect(await tablesWith("zanzibar", database)).toEqual([]);
});
