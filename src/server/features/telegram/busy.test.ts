import { afterEach, expect, test } from "vitest";
import { getThread, listThreads } from "#shared/features/chat/contract.ts";
import type { LanguageModel } from "#server/platform/llm/language-model.ts";
import { postMessage } from "#server/testing/chat-app.ts";
import { heldModel } from "#server/testing/doubles/held-model.ts";
import { openTelegramWorld, type TelegramWorld } from "#server/testing/doubles/telegram-world.ts";

// Messages that arrive while the bot still answers an earlier one.

const DANGER = "my friend collapsed and is not breathing";
let world: TelegramWorld;
afterEach(async () => world[Symbol.asyncDispose]());

async function linkedTo(model: LanguageModel) {
  world = await openTelegramWorld({ chat: { languageModel: model } });
  return await world.link("Ada");
}

/** Resolves once the chat has this many messages of the bot. */
async function sent({ phone }: Awaited<ReturnType<TelegramWorld["link"]>>, count: number) {
  while (phone.sent.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  return phone.sent.map(({ text }) => text);
}

test("sends help at once while an answer is being written, and stores the words", async () => {
  const { model, release } = heldModel();
  const ada = await linkedTo(model);
  await world.hand(ada.phone.message({ text: "tell me all about ice" }));
  await world.hand(ada.phone.message({ text: DANGER }));
  expect(await sent(ada, 1)).toEqual([expect.stringMatching(/^Get people first, now\./)]);
  release();
  await world.app.talk?.queue.settled();
  expect(ada.phone.sent.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Get people first, now\./),
    expect.stringContaining("You asked: tell me all about ice"),
  ]);
  const { threads } = await ada.client.call(listThreads, { query: {} });
  const { messages } = await ada.client.call(getThread, { params: { threadId: threads[0]?.id ?? "" } });
  expect(messages.filter(({ role }) => role === "user").map(({ content }) => content)).toEqual([
    "tell me all about ice",
    DANGER,
  ]);
});

test("sends help though the message cannot be answered", async () => {
  const { model, release } = heldModel();
  release();
  const ada = await linkedTo(model);
  await ada.send(`${DANGER} ${"help ".repeat(1_700)}`);
  expect(ada.phone.sent[0]?.text).toMatch(/^Get people first, now\./);
  expect(ada.phone.sent[1]?.text).toMatch(/^That is longer than I can read/);
});

test("answers messages in a row one after the other, in one conversation", async () => {
  const { model, release } = heldModel();
  const ada = await linkedTo(model);
  const words = ["first part of a long text", "second part of it", "and where is ice?"];
  for (const text of words) await world.hand(ada.phone.message({ text }));
  release();
  await world.app.talk?.queue.settled();
  expect(ada.phone.sent.map(({ text }) => text)).toEqual(words.map((text) => `You asked: ${text}`));
  expect((await ada.client.call(listThreads, { query: {} })).threads).toHaveLength(1);
});

test("answers a message that arrives during the page's question after that question", async () => {
  const { model, release } = heldModel();
  const ada = await linkedTo(model);
  await ada.send("my friend is unconscious"); // begins the conversation, without the model
  const { threads } = await ada.client.call(listThreads, { query: {} });
  const body = { threadId: threads[0]?.id ?? "", messageId: "from-the-page", text: "tell me about ice" };
  await postMessage(ada.client, body);
  await world.hand(ada.phone.message({ text: "and about water" }));
  await new Promise((resolve) => setTimeout(resolve, 100)); // it finds the page's answer running
  release();
  await world.app.talk?.queue.settled();
  expect(ada.phone.sent.at(-1)?.text).toBe("You asked: and about water");
});

test("answers no waiting message after the chat is unlinked", async () => {
  const { model, release } = heldModel();
  const ada = await linkedTo(model);
  for (const text of ["tell me about ice", "and about water"]) await world.hand(ada.phone.message({ text }));
  await world.hand(ada.phone.message({ text: "/stop" }));
  release();
  await world.app.talk?.queue.settled();
  expect(ada.phone.sent.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^This chat is no longer linked/),
  ]);
});

test("refuses the twenty-first waiting message", async () => {
  const { model, release } = heldModel();
  const ada = await linkedTo(model);
  for (let count = 0; count <= 20; count += 1)
    await world.hand(ada.phone.message({ text: `question ${count}` }));
  await world.hand(ada.phone.message({ text: DANGER }));
  expect(await sent(ada, 3)).toEqual([
    expect.stringMatching(/^I still have 20 messages of yours to answer/),
    expect.stringMatching(/^Get people first, now\./),
    expect.stringMatching(/^I still have 20 messages of yours to answer/),
  ]);
  await world.hand(ada.phone.message({ text: "/stop" }));
  release();
});
