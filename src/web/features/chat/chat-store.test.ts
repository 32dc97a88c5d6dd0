import fc from "fast-check";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findHelp } from "#shared/features/chat/help-rules.ts";
import { scriptedModel, type ScriptStep } from "#server/platform/llm/scripted-model.ts";
import { startChatApp } from "#server/testing/chat-app.ts";
import { chatLine } from "./chat-line.ts";
import { ChatStore } from "./chat-store.ts";

// The page's own code against the real server: only the network between them is made up, and it is bad.

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.spyOn(Math, "random").mockReturnValue(0); // the shortest waits
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("an answer through 20 lost lines: every word once, in order, and the person never has to do anything", async () => {
  const words = fc.sample(fc.string({ unit: "grapheme", minLength: 1, maxLength: 9 }), {
    numRuns: 150,
    seed: 5,
  });
  const cuts = fc.sample(fc.integer({ min: 40, max: 700 }), { numRuns: 20, seed: 6 });
  const model = scriptedModel(words.flatMap<ScriptStep>((word) => [`${word}.`, { pauseMs: 4 }]));
  await using app = await startChatApp({ languageModel: model });
  const network = useNetwork(app.as("ada"), cuts);
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
  useNetwork(app.as("ada"), [0]);
  const store = newStore();
  store.send("hello?");
  await ended(store);
  expect(store.getSnapshot().conversation.messages[1]).toMatchObject({ status: "done", text: "Hello." });
  expect((await app.database.pool.query("select count(*)::int as n from messages")).rows).toEqual([{ n: 2 }]);
});

test("words of danger are heard on the phone: the card is there before any answer, and without one", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Here."]) });
  const network = useNetwork(app.as("ada"), []);
  network.isDown = true;
  const store = newStore();
  store.send("she won't wake up");
  await ended(store);
  expect(store.getSnapshot().conversation.messages[1]).toMatchObject({
    status: "failed",
    ui: { type: "help-card", kind: "emergency" },
  });
});

test("no signal at all is said, the words stay, and Retry sends them under their own id", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Here."]) });
  const network = useNetwork(app.as("ada"), []);
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
  const network = useNetwork(app.as("ada"), []);
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
  expect(afterReload.getSnapshot().conversation).toEqual(store.getSnapshot().conversation);

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

test("listeners hear of new words once per frame, however many there are", async () => {
  await using app = await startChatApp({
    languageModel: scriptedModel(["a", "b", "c", "d"]),
  });
  useNetwork(app.as("ada"), []);
  const frames: (() => void)[] = [];
  const store = new ChatStore({
    line: async () => chatLine,
    nextFrame: (callback) => frames.push(callback),
    memory: memoryOf(new Map()),
  });
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

function newStore(memory = new Map<string, string>()): ChatStore {
  return new ChatStore({
    line: async () => chatLine,
    nextFrame: (callback) => setImmediate(callback),
    memory: memoryOf(memory),
    findDanger: async (text) => findHelp(text)?.kind ?? null,
  });
}

function memoryOf(entries: Map<string, string>) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

async function ended(store: ChatStore): Promise<void> {
  await until(() => store.getSnapshot().conversation.answering === null);
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5);
}

interface Caller {
  request(path: string, init?: RequestInit): Promise<Response>;
}

/** `fetch` of the page goes to the server in this process; the first answers are cut after so many bytes. */
function useNetwork(client: Caller, cuts: number[]) {
  const network = { client, isDown: false, cut: 0 };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (network.isDown) throw new TypeError("network error");
    const { signal: _, ...request } = init;
    const response = await network.client.request(path, request);
    const cut = response.headers.get("content-type")?.startsWith("text/event-stream")
      ? cuts.shift()
      : undefined;
    if (cut === undefined || response.body === null) return response;
    network.cut += 1;
    return new Response(response.body.pipeThrough(cutAfter(cut)), response);
  });
  return network;
}

function cutAfter(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      if (left > 0) controller.enqueue(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) controller.error(new TypeError("network error"));
    },
  });
}
