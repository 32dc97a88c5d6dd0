import fc from "fast-check";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { scriptedModel, type ScriptStep } from "#server/testing/doubles/scripted-model.ts";
import { startChatApp } from "#server/testing/chat-app.ts";
import { ended, newStore, stubPage, unstubPage, until, networkFor } from "../testing/store-fixture.ts";

// The page's own code against the real server. Only the network between them is fake, and unreliable.

beforeEach(stubPage);
afterEach(unstubPage);

test("shows every word of an answer once and in order over 20 lost connections", async () => {
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
  while (store.state.get().conversation.answering !== null) {
    await sleep(5);
    window.dispatchEvent(new Event("online")); // skip the pauses
  }
  const { messages } = store.state.get().conversation;
  expect(messages[1]).toMatchObject({ status: "done", text: words.map((word) => `${word}.`).join("") });
  expect(network.cut).toBeGreaterThan(10);
  expect(model.prompts).toHaveLength(1);
});

test("sends a message once when the connection fails before the first word", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Hello."]) });
  networkFor(app.as("ada"), [0]);
  const store = newStore();
  store.send("hello?");
  await ended(store);
  expect(store.state.get().conversation.messages[1]).toMatchObject({ status: "done", text: "Hello." });
  expect((await app.database.pool.query("select count(*)::int as n from messages")).rows).toEqual([{ n: 2 }]);
});

test("shows why a message was refused and retries it with the same id", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Here."]) });
  const network = networkFor(app.as("ada"), []);
  const settings = { llm: "no such model" as string | null };
  const store = newStore(new Map(), { settings: () => settings });
  store.send("  anyone?  ");
  await ended(store);
  const [question, failed] = store.state.get().conversation.messages;
  expect(failed).toMatchObject({ status: "failed", problem: expect.stringContaining("model") });
  settings.llm = null;
  store.retry(failed?.id ?? "");
  await ended(store);
  expect(store.state.get().conversation.messages).toMatchObject([
    { id: question?.id, text: "anyone?" },
    { status: "done", text: "Here." },
  ]);
  store.retry(store.state.get().conversation.messages[1]?.id ?? "");
  await ended(store);
  const { rows } = await app.database.pool.query("select role from messages order by created_at");
  expect(rows.map(({ role }) => role)).toEqual(["user", "assistant", "assistant"]);
  // A request for another answer is not queued: it fails when offline.
  network.isDown = true;
  store.retry(store.state.get().conversation.messages[1]?.id ?? "");
  await ended(store);
  expect(store.state.get().conversation.messages[1]).toMatchObject({
    status: "failed",
    problem: expect.stringContaining("No signal"),
  });
});

test("shows a stopped answer's text after a reload, but not to the next user", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["So far.", { pauseMs: 60_000 }]) });
  const network = networkFor(app.as("ada"), []);
  const memory = new Map<string, string>();
  const store = newStore(memory);
  store.becomes("user-ada");
  store.send("go on");
  await until(() => store.state.get().conversation.messages[1]?.text === "So far.");

  const afterReload = newStore(memory);
  afterReload.becomes("user-ada");
  await until(() => afterReload.state.get().conversation.messages[1]?.text === "So far.");
  await afterReload.stop();
  await Promise.all([ended(store), ended(afterReload)]);
  expect(store.state.get().conversation.messages[1]).toMatchObject({ status: "stopped", text: "So far." });
  expect(afterReload.state.get().conversation).toMatchObject(store.state.get().conversation);

  afterReload.becomes("anon-1");
  expect(afterReload.state.get().conversation.messages).toEqual([]);
  expect(memory.size).toBe(0);

  memory.set("chat.thread", store.state.get().conversation.threadId ?? "");
  network.client = app.as("eve");
  const eves = newStore(memory);
  eves.becomes("anon-2");
  await until(() => memory.size === 0);
  expect(eves.state.get().conversation.messages).toEqual([]);
});

test("detects words about danger on the phone and shows the help card first", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Here."]) });
  const network = networkFor(app.as("ada"), []);
  network.isDown = true;
  const store = newStore();
  store.send("she won't wake up");
  await ended(store);
  expect(store.state.get().conversation.messages[1]).toMatchObject({
    status: "queued",
    ui: { type: "help-card", kind: "emergency" },
  });
});

test("notifies listeners of new words once per frame, however many arrive", async () => {
  await using app = await startChatApp({
    languageModel: scriptedModel(["a", "b", "c", "d"]),
  });
  networkFor(app.as("ada"), []);
  const frames: (() => void)[] = [];
  const store = newStore(new Map(), { nextFrame: (callback) => frames.push(callback) });
  store.send("abc");
  await until(() => frames.length === 1);
  let received = 0;
  store.state.subscribe(() => (received += 1));
  await sleep(100);
  expect(received).toBe(0);
  frames.shift()?.();
  expect(received).toBe(1);
  expect(store.state.get().conversation.messages[1]).toMatchObject({ text: "abcd" });
});
