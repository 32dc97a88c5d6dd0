import fc from "fast-check";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { scriptedModel, type ScriptStep } from "#server/platform/llm/scripted-model.ts";
import { startChatApp } from "#server/testing/chat-app.ts";
import { ended, newStore, stubPage, unstubPage, until, networkFor } from "../testing/store-fixture.ts";

// The page's own code against the real server: only the network between them is made up, and it is bad.

beforeEach(stubPage);
afterEach(unstubPage);

test("an answer through 20 lost lines: every word once, in order, and the person never has to do anything", async () => {
  const words = fc.sample(fc.string({ unit: "grapheme", minLength: 1, maxLength: 9 }), {
    numRuns: 150,
    seed: 5,
  });
  const cuts = fc.sample(fc.integer({ min: 40, max: 700 }), { numRuns: 20, seed: 6 });
  const model = scriptedModel(words.flatMap<ScriptStep>((word) => [`${word}.`, { pauseMs: 4 }]));
  await using app = await startChatApp({ languageModel: model });
  const network = networkFor(app.as("ada"), cuts);
  const store = newStore();
  store.send("tell me everything");
  while (store.getSnapshot().conversation.answering !== null) {
    await sleep(5);
    window.dispatchEvent(new Event("online")); // do not wait out the pauses
  }
  const { messages } = store.getSnapshot().conversation;
  expect(messages[1]).toMatchObject({ status: "done", text: words.map((word) => `${word}.`).join("") });
  expect(network.cut).toBeGreaterThan(10);
  expect(model.prompts).toHaveLength(1);
});

test("the line breaks before the first word: the same words arrive once", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Hello."]) });
  networkFor(app.as("ada"), [0]);
  const store = newStore();
  store.send("hello?");
  await ended(store);
  expect(store.getSnapshot().conversation.messages[1]).toMatchObject({ status: "done", text: "Hello." });
  expect((await app.database.pool.query("select count(*)::int as n from messages")).rows).toEqual([{ n: 2 }]);
});

test("no signal at all is said, the words stay, and Retry sends them under their own id", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Here."]) });
  const network = networkFor(app.as("ada"), []);
  network.isDown = true;
  const store = newStore();
  store.send("  anyone?  ");
  await ended(store);
  const [question, failed] = store.getSnapshot().conversation.messages;
  expect(failed).toMatchObject({ status: "failed", problem: expect.stringContaining("No signal") });
  network.isDown = false;
  store.retry(failed?.id ?? "");
  await ended(store);
  expect(store.getSnapshot().conversation.messages).toMatchObject([
    { id: question?.id, text: "anyone?" },
    { status: "done", text: "Here." },
  ]);
  store.retry(store.getSnapshot().conversation.messages[1]?.id ?? "");
  await ended(store);
  const { rows } = await app.database.pool.query("select role from messages order by created_at");
  expect(rows.map(({ role }) => role)).toEqual(["user", "assistant", "assistant"]);
});

test("stop keeps the words; a reload shows the conversation again; whoever comes next sees nothing of it", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["So far.", { pauseMs: 60_000 }]) });
  const network = networkFor(app.as("ada"), []);
  const memory = new Map<string, string>();
  const store = newStore(memory);
  store.becomes("user-ada");
  store.send("go on");
  await until(() => store.getSnapshot().conversation.messages[1]?.text === "So far.");

  const afterReload = newStore(memory);
  afterReload.becomes("user-ada");
  await until(() => afterReload.getSnapshot().conversation.messages[1]?.text === "So far.");
  await afterReload.stop();
  await Promise.all([ended(store), ended(afterReload)]);
  expect(store.getSnapshot().conversation.messages[1]).toMatchObject({ status: "stopped", text: "So far." });
  expect(afterReload.getSnapshot().conversation).toMatchObject(store.getSnapshot().conversation);

  afterReload.becomes("anon-1");
  expect(afterReload.getSnapshot().conversation.messages).toEqual([]);
  expect(memory.size).toBe(0);

  memory.set("chat.thread", store.getSnapshot().conversation.threadId ?? "");
  network.client = app.as("eve");
  const eves = newStore(memory);
  eves.becomes("anon-2");
  await until(() => memory.size === 0);
  expect(eves.getSnapshot().conversation.messages).toEqual([]);
});

test("words of danger are heard on the phone: the card is there before any answer, and without one", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Here."]) });
  const network = networkFor(app.as("ada"), []);
  network.isDown = true;
  const store = newStore();
  store.send("she won't wake up");
  await ended(store);
  expect(store.getSnapshot().conversation.messages[1]).toMatchObject({
    status: "failed",
    ui: { type: "help-card", kind: "emergency" },
  });
});

test("listeners hear of new words once per frame, however many there are", async () => {
  await using app = await startChatApp({
    languageModel: scriptedModel(["a", "b", "c", "d"]),
  });
  networkFor(app.as("ada"), []);
  const frames: (() => void)[] = [];
  const store = newStore(new Map(), { nextFrame: (callback) => frames.push(callback) });
  store.send("abc");
  let heard = 0;
  store.subscribe(() => (heard += 1));
  await until(() => frames.length === 1);
  await sleep(100);
  expect(heard).toBe(0);
  frames.shift()?.();
  expect(heard).toBe(1);
  expect(store.getSnapshot().conversation.messages[1]).toMatchObject({ text: "abcd" });
});
