import { afterEach, beforeEach, expect, test } from "vitest";
import { getThread } from "#shared/features/chat/contract.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import type { LanguageModel } from "#server/platform/llm/language-model.ts";
import { postMessage, startChatApp } from "#server/testing/chat-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import { PaperOutbox } from "../testing/paper-outbox.ts";
import { ended, networkFor, newStore, stubPage, unstubPage, until } from "../testing/store-fixture.ts";

// Messages sent while an answer streams, tested with the page's own store and the real server.

beforeEach(stubPage);
afterEach(unstubPage);

const DANGER = "my friend collapsed and is not breathing";

/** A model that writes its first words immediately and the rest on release. */
function heldModel() {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const model: LanguageModel = {
    defaultModel: "held",
    async generate({ signal }) {
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      signal.addEventListener("abort", () => reject(signal.reason));
      const deltas = (async function* () {
        yield { type: "text" as const, delta: "Well" };
        await Promise.race([promise, stopped]);
        yield { type: "text" as const, delta: "." };
      })();
      return { model: "held", deltas };
    },
    listModels: async () => null,
  };
  return { model, release };
}

/** An outbox that sends immediately and again when hurried. Messages that the server refuses stay queued. */
function sendingOutbox(client: TestClient) {
  const outbox = Object.assign(new PaperOutbox(), { refusals: 0 });
  const { send } = outbox;
  let sending = Promise.resolve();
  const take = async (body: unknown) => {
    const response = await postMessage(client, body);
    if (response.ok) return;
    outbox.refusals += 1;
    throw new Error(await response.text());
  };
  const hurry = async () => {
    sending = sending.then(() => outbox.sendWaiting(take)).catch(() => undefined);
  };
  return Object.assign(outbox, {
    hurry,
    send: async (...args: Parameters<typeof send>) => {
      const sent = await send(...args);
      void hurry();
      return sent;
    },
  });
}

async function talking(options: Partial<ChatStoreOptions> = {}) {
  const { model, release } = heldModel();
  const app = await startChatApp({ languageModel: model });
  const ada = app.as("ada");
  networkFor(ada, []);
  const outbox = sendingOutbox(ada);
  const store = newStore(new Map(), { outbox: async () => outbox, ...options });
  store.becomes("user-ada");
  const shown = () =>
    store.state
      .get()
      .conversation.messages.map((message) => (message.role === "user" ? message.text : message.status));
  store.send("tell me all about ice");
  await until(() => shown()[1] === "streaming");
  const stored = async () => {
    const { threadId } = store.state.get().conversation;
    const { messages } = await ada.call(getThread, { params: { threadId: threadId ?? "" } });
    return messages.map(({ role, content }) => (role === "user" ? content : role));
  };
  const close = async () => {
    release();
    await app[Symbol.asyncDispose]();
  };
  return { store, outbox, release, shown, stored, [Symbol.asyncDispose]: close };
}

test("sends messages queued behind an answer in order when it ends", async () => {
  await using talk = await talking();
  const { store, shown, stored, release } = talk;
  store.send("and water?");
  store.send("and shade?");
  expect(store.state.get().draft).toBe("");
  expect(shown()).toEqual([
    "tell me all about ice",
    "streaming",
    "and water?",
    "queued",
    "and shade?",
    "queued",
  ]);
  release();
  const questions = ["tell me all about ice", "and water?", "and shade?"];
  await until(() => shown().join() === questions.flatMap((words) => [words, "done"]).join());
  expect(await stored()).toEqual(questions.flatMap((words) => [words, "assistant"]));
});

test("shows help during an answer immediately and stores the message", async () => {
  await using talk = await talking();
  const { store, shown, stored, release } = talk;
  store.send(DANGER);
  await until(() => JSON.stringify(store.state.get().conversation.messages[3]).includes("help-card"));
  expect(shown()[1]).toBe("streaming");
  await until(() => talk.outbox.sent.length === 1);
  expect(await stored()).toEqual(["tell me all about ice", "assistant", DANGER, "assistant"]);
  release();
  await until(() => shown()[3] === "done" && shown()[1] === "done");
  expect(JSON.stringify(store.state.get().conversation.messages[3])).toContain("help-card");
});

test("queries the library before sending the queued question to the model", async () => {
  await using talk = await talking();
  const { store, shown, stored, outbox } = talk;
  store.send("and water?");
  await until(() => outbox.refusals === 1);
  await store.askLibrary(store.state.get().conversation.messages[1]?.id ?? "");
  talk.release();
  await until(() => shown().join() === "tell me all about ice,done,and water?,done");
  expect(await stored()).toEqual(["tell me all about ice", "assistant", "and water?", "assistant"]);
});

test("moves a withdrawn message into the composer, before text typed since", async () => {
  await using talk = await talking();
  const { store, shown, stored, release, outbox } = talk;
  store.send("and water?");
  await until(() => outbox.refusals === 1);
  store.changeDraft("and shade?");
  await store.takeBack(store.state.get().conversation.messages[3]?.id ?? "");
  expect([store.state.get().draft, shown()]).toEqual([
    "and water?\nand shade?",
    ["tell me all about ice", "streaming"],
  ]);
  release();
  await ended(store);
  expect(await stored()).toEqual(["tell me all about ice", "assistant"]);
});

test("moves a message that is withdrawn twice into the composer once", async () => {
  await using talk = await talking();
  const { store, outbox } = talk;
  store.send("and water?");
  await until(() => outbox.waiting().length === 1);
  const answerId = store.state.get().conversation.messages[3]?.id ?? "";
  await Promise.all([store.takeBack(answerId), store.takeBack(answerId)]);
  expect(store.state.get().draft).toBe("and water?");
});

test("queues a message in its conversation when a new one opens as the queue loads", async () => {
  const outbox = new PaperOutbox();
  let loading = Promise.resolve();
  await using talk = await talking({ outbox: () => loading.then(() => outbox) });
  const { threadId } = talk.store.state.get().conversation;
  const { promise, resolve } = Promise.withResolvers<void>();
  loading = promise;
  talk.store.send("and water?");
  talk.store.newChat();
  resolve();
  await until(() => outbox.waiting().length === 1);
  expect(outbox.waiting()[0]?.threadId).toBe(threadId);
});

test.each([
  ["cannot store", async () => ({ status: "refused", problem: { error: "No room." } }) as const],
  [
    "fails to queue",
    async () => {
      throw new TypeError("a part of the page did not load");
    },
  ],
])("moves a message that the device %s into the composer and shows help for it", async (_, send) => {
  const complaints: string[] = [];
  await using talk = await talking({ complain: (problem) => complaints.push(problem) });
  Object.assign(talk.outbox, { send });
  talk.store.send(DANGER);
  await expect.poll(() => complaints).toHaveLength(1);
  await expect
    .poll(() => talk.store.state.get().conversation.messages.at(-1))
    .toMatchObject({
      isLocal: true,
      ui: { type: "help-card" },
    });
  expect([talk.store.state.get().draft, talk.shown()[1]]).toEqual([DANGER, "streaming"]);
});

test("shows help once for a message too long to send and leaves it in the composer", async () => {
  await using talk = await talking();
  const { store } = talk;
  const words = `${DANGER} ${"please ".repeat(1_200)}`;
  store.changeDraft(words);
  store.send(words);
  await until(() => JSON.stringify(store.state.get().conversation.messages).includes("help-card"));
  store.send(words);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { draft, conversation } = store.state.get();
  expect([draft, conversation.messages.map(({ role }) => role)]).toEqual([
    words,
    ["user", "assistant", "assistant"],
  ]);
});

test("queues a message that a busy server refuses without answering it offline", async () => {
  const code = { now: "too-many-requests" as "too-many-requests" | "internal" };
  const outbox = new PaperOutbox(async () => {
    throw new ApiError(code.now, code.now === "internal" ? 500 : 429, "Please wait.");
  });
  const asked: string[] = [];
  const offline = async () => ({
    answer: async (question: string) => {
      asked.push(question);
      return { text: "By this phone.", sources: [], ui: null, syncedAt: null };
    },
  });
  const store = newStore(new Map(), { outbox: async () => outbox, offline });
  store.send("where is ice?");
  await ended(store);
  expect(store.state.get().conversation.messages[1]).toMatchObject({ status: "queued", offline: null });
  // A failing server is treated like an unreachable one.
  code.now = "internal";
  store.newChat();
  store.send("where is water?");
  await until(() => asked.length > 0);
  expect(asked).toEqual(["where is water?"]);
});
