import { afterEach, beforeEach, expect, test } from "vitest";
import { getQuest, shareThought } from "#shared/features/daily/contract.ts";
import { editMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { matchNeeds } from "#server/features/needs/match-job.ts";
import { describeNext } from "#server/features/memories/description/describe-pending.ts";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { openaiCompatibleModel } from "#server/platform/llm/openai-compatible.ts";
import { idsOf, postMessage, readAnswer, textOf } from "#server/testing/chat-app.ts";
import { openTelegramWorld, type TelegramWorld } from "#server/testing/doubles/telegram-world.ts";
import { openUpstreamModel, type UpstreamModel } from "#server/testing/doubles/upstream-model.ts";
import { calls, words } from "#server/testing/model-world.ts";
import type { TestClient } from "#server/testing/test-client.ts";

// Memories saved with `useRag: false`, and messages answered from the library, on their many ways to a language model.

let upstream: UpstreamModel;
let world: TelegramWorld;
beforeEach(async () => {
  upstream = await openUpstreamModel();
  const egress = createEgress({ allowedOrigins: [upstream.url], log: createLog("silent") });
  const settings = { baseUrl: upstream.url, apiKey: null, model: "own/model", stallMs: 2_000 };
  world = await openTelegramWorld({ deps: { languageModel: openaiCompatibleModel(egress, settings) } });
  upstream.answer = words("Fine.");
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const SECRET = /zanzibarite|quokkaquartz|velvetsnout/i;
/** Everything the model was sent. */
const sent = () => JSON.stringify(upstream.asked);

async function ask(client: TestClient, text: string, more: object = {}) {
  const frames = await readAnswer(await postMessage(client, { text, ...more }));
  return { text: textOf(frames), ...idsOf(frames) };
}

async function keep(client: TestClient, content: string, more: object = {}): Promise<string> {
  const body = { type: "want-to-know", content, useRag: false, ...more } as const;
  return (await client.call(createMemory, { body })).id;
}

test("sends the words of a memory saved with `useRag: false` to no language model", async () => {
  const { app } = world;
  const { client: ada, send } = await world.link("Ada");
  const id = await keep(ada, "My lamp is under the zanzibarite crate");
  await keep(ada, "I'm looking for a velvetsnout for the parade", { type: "looking-for" });
  await ada.call(shareThought, { body: { content: "I feel like quokkaquartz today", useRag: false } });
  await matchNeeds(app.deps);

  const first = await ask(ada, "where is my lamp?", { fromLibrary: true });
  expect(first.text).toContain("zanzibarite"); // the user's own library has it
  expect(upstream.asked).toHaveLength(0);
  const { threadId } = first;
  const answers = [
    calls([
      { name: "recall", arguments: { about: "lamp" } },
      { name: "details", arguments: { item: `memory:${id}` } },
      { name: "find", arguments: { what: "lamp" } },
      { name: "my", arguments: { which: "needs" } },
    ]),
  ];
  upstream.answer = (response) => (answers.shift() ?? words("Fine."))(response);
  await ask(ada, "where is my lamp?", { threadId });
  expect(upstream.asked).toHaveLength(2);
  await ask(ada, "and what am I looking for?", { threadId });
  app.models.markWithoutTools("own/model");
  await ask(ada, "where is my lamp?", { threadId });
  await ask(ada, "where is my lamp, once more?");
  expect(upstream.asked.at(-1)).not.toHaveProperty("tools");
  while (await describeNext(app.deps, app.models));
  expect((await ada.call(getQuest, { query: {} })).origin).toBe("bank");
  const before = upstream.asked.length;
  await send("where is my lamp?");
  expect(upstream.asked.length).toBeGreaterThan(before);
  expect(sent()).not.toMatch(SECRET);
});

test("sends a memory again after an edit that allows it, and not after one that says nothing", async () => {
  const ada = await world.app.signUp("Ada");
  const id = await keep(ada, "My lamp is under the zanzibarite crate");
  const params = { memoryId: id };
  await ada.call(editMemory, { params, body: { content: "My lamp is behind the zanzibarite crate" } });
  while (await describeNext(world.app.deps, world.app.models));
  await ask(ada, "where is my lamp?");
  expect(sent()).not.toMatch(SECRET);
  await ada.call(editMemory, { params, body: { useRag: true } });
  await ask(ada, "where is my lamp?");
  expect(sent()).toMatch(SECRET);
});

test("leaves a message answered from the library, and its answer, out of later prompts", async () => {
  const ada = await world.app.signUp("Ada");
  await keep(ada, "My lamp is under the green crate", { useRag: true });
  const { threadId, text } = await ask(ada, "where is my lamp, my dear?", { fromLibrary: true });
  expect(text).toContain("green crate");
  await ask(ada, "hello", { threadId });
  await ask(ada, "and closer?", { threadId });
  expect(sent()).not.toMatch(/my dear|From the library|green crate/);
  expect(upstream.asked.at(-1)?.messages.map(({ role }) => role)).toEqual([
    "system",
    "user",
    "assistant",
    "user",
  ]);
});

test("leaves out earlier answers from the library while the switch is off", async () => {
  const ada = await world.app.signUp("Ada");
  const id = await keep(ada, "My lamp is under the green crate", { useRag: true });
  upstream.answer = words(`Under the green crate. [^memory:${id}]`);
  const { threadId } = await ask(ada, "where is my lamp?");
  upstream.answer = words("Good morning.");
  await ask(ada, "good morning", { threadId, useRag: false });
  await ask(ada, "thank you", { threadId, useRag: false });
  expect(JSON.stringify(upstream.asked.at(-1))).toContain("Good morning.");
  expect(JSON.stringify(upstream.asked.slice(1))).not.toContain("green crate");
});

test("does not say where the user lives when a kept memory says it", async () => {
  const ada = await world.app.signUp("Ada");
  const content = "My yurt is at 7:30 & E";
  await keep(ada, content);
  await ask(ada, "good morning to you");
  expect(sent()).not.toContain("yurt");
  await keep(ada, content, { useRag: true });
  await ask(ada, "good morning to you");
  expect(sent()).toContain('\\"personLivesAt\\":\\"your yurt');
});

test("leaves out the message that such a memory was made from", async () => {
  const ada = await world.app.signUp("Ada");
  const { threadId, messageId } = await ask(ada, "I met a zanzibarite, what a day");
  await keep(ada, "A very special day", { messageId });
  const before = upstream.asked.length;
  await ask(ada, "good night", { threadId });
  expect(JSON.stringify(upstream.asked.slice(before))).not.toMatch(SECRET);
});
