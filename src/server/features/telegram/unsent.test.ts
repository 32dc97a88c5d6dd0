import { afterEach, beforeEach, expect, test } from "vitest";
import { deleteThread, listThreads } from "#shared/features/chat/contract.ts";
import { deleteAccount } from "#shared/features/leaving/contract.ts";
import { deleteMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { createLinkCode, getTelegramLink, removeTelegramLink } from "#shared/features/telegram/contract.ts";
import { newId } from "#shared/id.ts";
import { sendUnsent, startSendingUnsent } from "./send-unsent.ts";
import { tablesWith } from "#server/testing/tables-with.ts";
import {
  openTelegramWorld,
  startTelegramApp,
  type TelegramWorld,
} from "#server/testing/doubles/telegram-world.ts";
import { TEST_PASSWORD } from "#server/testing/test-app.ts";

// Tests with a fake that rejects the same calls as Telegram's Bot API.

let world: TelegramWorld;
beforeEach(async () => {
  world = await openTelegramWorld();
});
afterEach(async () => world[Symbol.asyncDispose]());

const inTables = (word: string) => tablesWith(word, world.app.database);
const texts = (phone: { sent: { text: string }[] }) => phone.sent.map(({ text }) => text);
/** Simulates that the time requested by Telegram has passed. */
const timePasses = () => world.app.database.pool.query("update telegram_unsent set send_after = now()");

async function waiting(): Promise<number> {
  const { rows } = await world.app.database.pool.query("select from telegram_unsent");
  return rows.length;
}

test("sends an answer once and in order after the wait of a 429", async () => {
  const { phone, send } = await world.link("Ada");
  world.telegram.flood(phone.id, 300);
  await send("somebody collapsed and does not breathe");
  await send("/help");
  expect(texts(phone)).toEqual([]);
  const { rows } = await world.app.database.pool.query<{ wait: number }>(
    "select extract(epoch from send_after - now())::int as wait from telegram_unsent order by id limit 1",
  );
  expect(rows[0]?.wait).toBeGreaterThan(290);
  expect(rows[0]?.wait).toBeLessThanOrEqual(300);

  world.telegram.calm();
  expect(await sendUnsent(world.app.deps)).toBe(0);
  // A message that arrives during the pause queues behind it.
  await send("/start");
  expect(texts(phone)).toEqual([]);
  await timePasses();
  while ((await sendUnsent(world.app.deps)) > 0);
  expect(texts(phone).map((text) => text.slice(0, 10))).toEqual(["Get people", "Ask me any", "Hello Ada,"]);
  expect(await waiting()).toBe(0);
  await send("/help");
  expect(texts(phone)).toHaveLength(4);
});

test("postpones only one chat after a second 429, in order", async () => {
  const { phone, send } = await world.link("Ada");
  const other = await world.link("Bea");
  world.telegram.flood(phone.id, 5);
  for (const text of ["/help", "/start"]) await send(text);
  world.telegram.flood(phone.id, 600);
  await timePasses();
  expect(await sendUnsent(world.app.deps)).toBe(0);
  await world.app.database.pool.query(
    "update telegram_unsent set send_after = now() where id > (select min(id) from telegram_unsent)",
  );
  world.telegram.calm();
  expect(await sendUnsent(world.app.deps)).toBe(0);
  await other.send("/help");
  expect([texts(phone), texts(other.phone).length]).toEqual([[], 1]);
});

test("resumes a long answer where it got a 429", async () => {
  const { phone } = await world.link("Ada");
  const { speaker, userId, chatId } = await speakerOf("Ada", phone.id);
  const words = Array.from({ length: 2_000 }, (_, at) => `word${at}`).join(" ");
  const sending = speaker.send({ chatId, userId, text: words });
  await phone.next();
  world.telegram.flood(phone.id, 5);
  await sending;
  world.telegram.calm();
  await timePasses();
  while ((await sendUnsent(world.app.deps)) > 0);
  expect(texts(phone).join(" ")).toBe(words);
  expect(texts(phone).length).toBeGreaterThan(2);
});

test("sends queued messages once despite a restart and concurrent servers", async () => {
  const { phone, send } = await world.link("Ada");
  world.telegram.flood(phone.id, 60);
  for (const text of ["/help", "/start", "/help"]) await send(text);
  world.telegram.calm();
  await timePasses();
  // Nothing in this server's memory is needed: other servers take messages from the database.
  await using other = await startTelegramApp(world.telegram, { database: sharedDatabase() });
  for (let round = 0; round < 4; round += 1)
    await Promise.all([sendUnsent(world.app.deps), sendUnsent(other.app.deps), sendUnsent(other.app.deps)]);
  expect(texts(phone)).toHaveLength(3);
  expect(texts(phone)[1]).toMatch(/^Hello Ada/);
});

test("sends a dead server's messages from another server a minute later", async () => {
  const { phone, send } = await world.link("Ada");
  world.telegram.flood(phone.id, 5);
  await send("/help");
  await timePasses();
  await world.app.database.pool.query("update telegram_unsent set send_after = now() + interval '1 minute'"); // claimed
  world.telegram.calm();
  expect(await sendUnsent(world.app.deps)).toBe(0);
  await timePasses();
  expect(await sendUnsent(world.app.deps)).toBe(1);
  expect(texts(phone)).toHaveLength(1);
});

test("sends the answer by the job once Telegram is reachable again", async () => {
  const { phone, send } = await world.link("Ada");
  world.telegram.mood.isDown = true;
  await send("/help");
  expect(await waiting()).toBe(1);
  world.telegram.mood.isDown = false;
  await timePasses();
  const came = phone.next();
  const job = startSendingUnsent(world.app.deps);
  expect((await came).text).toMatch(/^Ask me anything/);
  await job.stop();
});

test("limits waiting messages by chat, age and, for strangers, in total", async () => {
  const { phone, send } = await world.link("Ada");
  world.telegram.flood(phone.id, 60);
  for (let at = 0; at < 25; at += 1) await send(at < 24 ? "/help" : "/start");
  expect(await waiting()).toBe(20);
  const { rows } = await world.app.database.pool.query(
    "select text from telegram_unsent order by id desc limit 1",
  );
  expect(rows[0]?.text).toMatch(/^Hello Ada/);
  await world.app.database.pool.query("update telegram_unsent set created_at = now() - interval '25 hours'");
  expect(await sendUnsent(world.app.deps)).toBe(0);
  expect(await waiting()).toBe(0);

  await world.app.database.pool.query(
    "insert into telegram_unsent (chat_id, text, send_after) select 'x' || n, 'hello', now() from generate_series(1, 500) n",
  );
  const stranger = world.telegram.phone(66);
  world.telegram.flood(66, 60);
  await world.deliver(stranger.message({ text: "hi" }));
  expect(await waiting()).toBe(500);
});

test("deletes a waiting answer with its link, account, conversation or quoted memory", async () => {
  const { client, phone, send } = await world.link("Ada");
  const word = "xanthophyll";
  const memory = {
    id: newId(),
    type: "want-to-know",
    content: `We need ${word} for the green kettle`,
  } as const;
  const create = () => client.call(createMemory, { body: { ...memory, id: newId() } });
  const fill = async () => {
    const { id } = await create();
    world.telegram.flood(phone.id, 60);
    await send("what is for the green kettle?");
    expect(await inTables(word)).toContain("telegram_unsent");
    return id;
  };
  await client.call(deleteMemory, { params: { memoryId: await fill() } });
  expect(await inTables(word)).toEqual([]);
  await timePasses();
  world.telegram.calm();
  await sendUnsent(world.app.deps);
  expect(texts(phone)).toEqual([expect.stringMatching(/^This answer quoted a memory that you have deleted/)]);

  const again = await fill();
  const [thread] = (await client.call(listThreads, { query: {} })).threads;
  await client.call(deleteThread, { params: { threadId: thread?.id ?? "" } });
  expect(await inTables(word)).not.toContain("telegram_unsent");
  await client.call(deleteMemory, { params: { memoryId: again } });

  await fill();
  await client.call(removeTelegramLink, {});
  expect(await inTables(word)).not.toContain("telegram_unsent");

  const { code } = await client.call(createLinkCode, { body: {} });
  world.telegram.calm();
  await send(`/start ${code}`);
  await fill();
  await client.call(deleteAccount, { body: { password: TEST_PASSWORD } });
  expect((await inTables(word)).filter((name) => name.startsWith("telegram"))).toEqual([]);
});

test("drops a message Telegram rejects, and unlinks a user who blocked the bot", async () => {
  const { client, phone, send } = await world.link("Ada");
  expect(await world.bot.send(String(phone.id), "   ")).toEqual({ state: "refused" });
  expect(await world.bot.send(String(phone.id), "x".repeat(4097))).toEqual({ state: "refused" });
  const tooMuch = [{ text: "Yes", data: "ü".repeat(33) }];
  expect(await world.bot.send(String(phone.id), "Really?", tooMuch)).toEqual({ state: "refused" });
  expect(await world.bot.send("4711", "Hello")).toEqual({ state: "gone" });
  world.telegram.flood(phone.id, 60);
  await send("/help");
  world.telegram.calm();
  phone.block();
  await timePasses();
  await sendUnsent(world.app.deps);
  expect(await waiting()).toBe(0);
  expect(await client.call(getTelegramLink, {})).toMatchObject({ isLinked: false });
});

test("does not send an answer that is ready after its chat was unlinked", async () => {
  const { client, phone } = await world.link("Ada");
  const { speaker, userId, chatId } = await speakerOf("Ada", phone.id);
  await client.call(removeTelegramLink, {});
  await speaker.send({ chatId, userId, text: "a secret of Ada's" });
  expect([texts(phone), await waiting()]).toEqual([[], 0]);
});

/** The same tables for a second server, which does not close them. */
function sharedDatabase() {
  const { database } = world.app;
  return new Proxy(database, {
    get: (target, name) =>
      name === "close" ? async () => undefined : (Reflect.get(target, name) as unknown),
  });
}

async function speakerOf(pseudonym: string, phoneId: number) {
  const { TelegramSpeaker } = await import("./speaker.ts");
  const { userId } = await world.app.database.kysely
    .selectFrom("users")
    .select("id as userId")
    .where("pseudonym", "=", pseudonym)
    .executeTakeFirstOrThrow();
  return { speaker: new TelegramSpeaker(world.app.deps, world.bot), userId, chatId: String(phoneId) };
}
