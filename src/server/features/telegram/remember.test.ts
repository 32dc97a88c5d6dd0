import { afterEach, beforeEach, expect, test } from "vitest";
import { deleteMemory, listMemories } from "#shared/features/memories/archive/archive-contract.ts";
import { deleteAccount } from "#shared/features/leaving/contract.ts";
import { createLinkCode, removeTelegramLink } from "#shared/features/telegram/contract.ts";
import { forgetOldProposals } from "./repository.ts";
import { tablesWith } from "#server/testing/tables-with.ts";
import {
  openTelegramWorld,
  startTelegramApp,
  type TelegramWorld,
} from "#server/testing/doubles/telegram-world.ts";
import { TEST_PASSWORD } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

// "Remember that ..." in Telegram, with a fake that rejects the same calls as Telegram's Bot API.

let world: TelegramWorld;
beforeEach(async () => {
  world = await openTelegramWorld({ env: { LIMITS: '{"userMemories":2}' } });
});
afterEach(async () => world[Symbol.asyncDispose]());

const WORDS = "Kim's bike is behind the xanthophyll tent at 7:30";

async function memoriesOf(client: TestClient) {
  const answer = await client.call(listMemories, { query: {} });
  return Array.isArray(answer) ? answer : [];
}

/** Sends it and returns the message with the buttons. */
async function offer(
  { phone, send }: Awaited<ReturnType<TelegramWorld["link"]>>,
  text = `remember that ${WORDS}`,
) {
  await send(text);
  const message = phone.sent.at(-1);
  if (message === undefined) throw new Error("the bot sent nothing");
  return message;
}

const notes = () =>
  world.telegram.calls
    .filter(({ method }) => method === "answerCallbackQuery")
    .map(({ body }) => body["text"]);

test("offers to save the message that a person replies to", async () => {
  const ada = await world.link("Ada");
  const replied = { message_id: 1, from: { id: 1, is_bot: false }, text: WORDS };
  await world.deliver(ada.phone.message({ text: "remember this!", reply_to_message: replied }));
  expect(ada.phone.sent.at(-1)?.text).toContain(`Only you will see it.\n\n“${WORDS}”`);
  const quote = { text: "behind the xanthophyll tent" };
  await world.deliver(ada.phone.message({ text: "save it", reply_to_message: replied, quote }));
  expect(ada.phone.sent.at(-1)?.text).toContain("“behind the xanthophyll tent”");
});

test("answers a question with the words that it replies to", async () => {
  const ada = await world.link("Ada");
  const replied = { message_id: 1, from: { id: 1, is_bot: false }, text: "who has a zyzzyva" };
  await world.deliver(ada.phone.message({ text: "near 4:30?", reply_to_message: replied }));
  expect(ada.phone.sent.at(-1)?.text).toContain("zyzzyva");
});

test("sends the help for a walk to the Rangers once, below the place", async () => {
  const ada = await world.link("Ada");
  const sentFor = async (words: string) => {
    const before = ada.phone.sent.length;
    await ada.send(words);
    return ada.phone.sent.slice(before).map(({ text }) => text);
  };
  const sent = await sentFor("where is the nearest ranger");
  expect(sent).toHaveLength(1);
  expect(sent[0]?.split("Get people")).toHaveLength(2);
  // Words of violence get the help at once.
  expect((await sentFor("nearest ranger station, a man follows me"))[0]).toMatch(/^You are not to blame/);
});

test("saves one private memory once its button is pressed, also after a restart", async () => {
  const ada = await world.link("Ada");
  const message = await offer(ada, `Please remember that ${WORDS}`);
  expect(message.text).toBe(`Shall I keep this as a memory? Only you will see it.\n\n“${WORDS}”`);
  expect(message.reply_markup?.inline_keyboard.flat().map(({ text }) => text)).toEqual(["Keep it", "No"]);
  expect(await memoriesOf(ada.client)).toEqual([]);

  const press = ada.phone.press(message, "Keep it");
  const again = ada.phone.press(message, "Keep it");
  // Another process, which shares only the tables.
  await using restarted = await startTelegramApp(world.telegram, { database: shared() });
  await restarted.deliver(press);
  expect(ada.phone.sent.at(-1)?.text).toMatch(/^Saved as a memory\. Only you see it/);
  expect(message.reply_markup).toBeUndefined();
  const sentBefore = ada.phone.sent.length;
  for (const update of [press, again, press]) await world.deliver(update);
  expect(ada.phone.sent).toHaveLength(sentBefore);
  expect(notes()).toEqual(["Saved.", "It is already saved.", "It is already saved.", "It is already saved."]);

  const memories = await memoriesOf(ada.client);
  expect(memories).toEqual([
    expect.objectContaining({ content: WORDS, type: "want-to-know", source: "looby" }),
  ]);
  const bea = await world.link("Bea");
  expect(await memoriesOf(bea.client)).toEqual([]);
  await bea.send("where is the xanthophyll tent?");
  expect(bea.phone.sent.at(-1)?.text).not.toContain("bike");
  await ada.send("where is the xanthophyll tent?");
  expect(ada.phone.sent.at(-1)?.text).toContain("bike");
});

test("offers to save words without a “that”, with the address behind a word", async () => {
  const ada = await world.link("Ada");
  expect((await offer(ada, "remember my bike lock code is 4411")).text).toContain(
    "“my bike lock code is 4411”",
  );
  const link = { type: "text_link", offset: 21, length: 6, url: "https://map.example/7" };
  await world.deliver(ada.phone.message({ text: "pls remember where I parked", entities: [link] }));
  const message = ada.phone.sent.at(-1);
  expect(message?.text).toContain("“where I parked (https://map.example/7)”");
  expect(message?.reply_markup?.inline_keyboard.flat().map((button) => button.text)).toEqual([
    "Keep it",
    "No",
  ]);
  await ada.send("do you remember my code?");
  expect(ada.phone.sent.at(-1)?.reply_markup).toBeUndefined();
});

test("saves a message without the characters that cannot be stored", async () => {
  const ada = await world.link("Ada");
  const message = await offer(ada, `remember that ${WORDS}\0 \ud83c`);
  await world.deliver(ada.phone.press(message, "Keep it"));
  expect(await memoriesOf(ada.client)).toEqual([expect.objectContaining({ content: `${WORDS} \ufffd` })]);
});

test("saves one memory when the button is pressed on two servers at once", async () => {
  const ada = await world.link("Ada");
  const message = await offer(ada);
  const presses = [1, 2, 3].map(() => ada.phone.press(message, "Keep it"));
  await using other = await startTelegramApp(world.telegram, { database: shared() });
  await Promise.all(presses.map((press, at) => (at === 0 ? other : world).deliver(press)));
  expect(await memoriesOf(ada.client)).toHaveLength(1);
  expect(notes()).toHaveLength(3);
  expect(notes().filter((note) => note === "Saved.")).toHaveLength(1);
});

test("deletes the words after No and ignores a later Keep it", async () => {
  const ada = await world.link("Ada");
  const message = await offer(ada);
  const press = ada.phone.press(message, "Keep it");
  await world.deliver(ada.phone.press(message, "No"));
  await world.deliver(press);
  expect(await memoriesOf(ada.client)).toEqual([]);
  expect(notes()).toEqual(["Not saved.", expect.stringMatching(/^This was answered before/)]);
  expect(await tablesWith("xanthophyll", world.app.database)).toEqual([]);
});

test("ignores buttons from other users, groups and unlinked or relinked chats", async () => {
  const ada = await world.link("Ada");
  const bea = await world.link("Bea");
  const message = await offer(ada);
  const press = ada.phone.press(message, "Keep it");
  const { callback_query: query } = press;
  // As if Bea's chat had shown Ada's button, and as if she had pressed it in Ada's chat.
  const chat = { id: bea.phone.id, type: "private" };
  const from = { ...query.from, id: bea.phone.id };
  await world.deliver({ ...press, callback_query: { ...query, from, message: { ...query.message, chat } } });
  expect(await world.hand({ ...press, callback_query: { ...query, from } })).toMatchObject({
    body: { heard: false },
  });
  const group = { ...query.message, chat: { ...query.message.chat, type: "group" } };
  expect(await world.hand({ ...press, callback_query: { ...query, message: group } })).toMatchObject({
    body: { heard: false },
  });
  expect([await memoriesOf(ada.client), await memoriesOf(bea.client)]).toEqual([[], []]);

  await ada.client.call(removeTelegramLink, {});
  expect(await tablesWith("xanthophyll", world.app.database)).toEqual([]);
  await world.deliver(ada.phone.press(message, "Keep it"));
  expect(notes().at(-1)).toBe("This chat is no longer linked. Nothing was saved.");

  // The chat is now linked to Bea, so Ada's old buttons in it have no effect.
  const second = await offer(bea);
  const { code } = await ada.client.call(createLinkCode, { body: {} });
  await world.deliver(bea.phone.message({ text: `/start ${code}` }));
  await world.deliver(bea.phone.press(second, "Keep it"));
  expect([await memoriesOf(ada.client), await memoriesOf(bea.client)]).toEqual([[], []]);
});

test("rejects unlinked users or unsuitable texts, and sends help first on danger", async () => {
  const stranger = world.telegram.phone(9);
  await world.deliver(stranger.message({ text: `remember that ${WORDS}` }));
  expect(stranger.sent.at(-1)?.text).toMatch(/^Hello\. To talk with Looby here/);
  const ada = await world.link("Ada");
  expect((await offer(ada, "remember: tea")).text).toMatch(/^Please say a little more: 3 of at least 10/);
  expect((await offer(ada, `remember that ${"tea ".repeat(600)}`)).text).toMatch(
    /^A memory has at most 2,000/,
  );
  expect(ada.phone.sent.every(({ reply_markup: markup }) => markup === undefined)).toBe(true);
  ada.phone.sent.length = 0;
  // It may be a false alarm: the words are not lost, and the help is a separate message.
  const question = await offer(ada, "remember that my friend is unconscious and does not breathe");
  expect(ada.phone.sent[0]?.text).toMatch(/^Get people first, now\./);
  expect(ada.phone.sent[0]?.reply_markup).toBeUndefined();
  expect([ada.phone.sent.length, question.text.slice(0, 30)]).toEqual([2, "Shall I keep this as a memory?"]);
  expect(await tablesWith("xanthophyll", world.app.database)).toEqual([]);
});

test("offers the button again after the quota is reached, and saves once there is room", async () => {
  const ada = await world.link("Ada");
  for (const text of ["remember that one is one", "remember that two is two"])
    await world.deliver(ada.phone.press(await offer(ada, text), "Keep it"));
  const message = await offer(ada);
  await world.deliver(ada.phone.press(message, "Keep it"));
  expect(ada.phone.sent.at(-1)?.text).toMatch(/^You have 2 memories, as many as one account can keep here/);
  expect(message.reply_markup).toBeDefined();
  const [oldest] = await memoriesOf(ada.client);
  await ada.client.call(deleteMemory, { params: { memoryId: oldest?.id ?? "" } });
  await world.deliver(ada.phone.press(message, "Keep it"));
  expect((await memoriesOf(ada.client)).map(({ content }) => content)).toContain(WORDS);
});

test("deletes waiting words after a day, with the account, and beyond twenty", async () => {
  const ada = await world.link("Ada");
  const message = await offer(ada);
  await world.app.database.pool.query(
    "update telegram_proposals set created_at = now() - interval '25 hours'",
  );
  await world.deliver(ada.phone.press(message, "Keep it"));
  expect(await memoriesOf(ada.client)).toEqual([]);
  await forgetOldProposals(world.app.database.kysely, new Date(Date.now() - 24 * 3_600_000));
  expect(await tablesWith("xanthophyll", world.app.database)).toEqual([]);
  for (let at = 0; at < 22; at += 1) await offer(ada, `remember that the number is ${at}`);
  const { rows } = await world.app.database.pool.query("select from telegram_proposals");
  expect(rows).toHaveLength(20);
  await offer(ada);
  await ada.client.call(deleteAccount, { body: { password: TEST_PASSWORD } });
  expect(await tablesWith("xanthophyll", world.app.database)).toEqual([]);
});

test("ignores an unknown button", async () => {
  const ada = await world.link("Ada");
  const message = structuredClone(await offer(ada));
  for (const data of [
    "keep:",
    "keep:x",
    "drop:../../x",
    "/start x",
    `keep:${"0".repeat(36)}`,
    "'; drop table",
  ]) {
    const press = ada.phone.press(message, "No");
    await world.deliver({ ...press, callback_query: { ...press.callback_query, data } });
  }
  for (const broken of [{ data: "x".repeat(65) }, { data: 7 }, { data: "" }, { message: undefined }]) {
    const press = ada.phone.press(
      { ...message, reply_markup: { inline_keyboard: [[{ text: "a", callback_data: "a" }]] } },
      "a",
    );
    const { status, body } = await world.hand({
      ...press,
      callback_query: { ...press.callback_query, ...broken },
    });
    expect([status, body]).toEqual([200, { heard: false }]);
  }
  expect(await memoriesOf(ada.client)).toEqual([]);
});

/** The same tables for a second server, which does not close them. */
function shared() {
  return new Proxy(world.app.database, {
    get: (target, name) =>
      name === "close" ? async () => undefined : (Reflect.get(target, name) as unknown),
  });
}
