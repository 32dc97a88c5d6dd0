import { afterEach, beforeEach, expect, test } from "vitest";
import { getThread } from "#shared/features/chat/contract.ts";
import { scriptedModel } from "#server/testing/doubles/scripted-model.ts";
import { postMessage, startChatApp } from "#server/testing/chat-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { PaperOutbox } from "../testing/paper-outbox.ts";
import { ended, newStore, stubPage, unstubPage, until, networkFor } from "../testing/store-fixture.ts";

// Messages sent offline, tested with the page's own store, the real server and an outbox controlled by the test.

beforeEach(stubPage);
afterEach(unstubPage);

test("sends two offline messages once and in order after the page was killed", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  const ada = app.as("ada");
  const { network, outbox, store } = withoutSignal(ada);
  for (const [index, words] of ["where is ice?", "and water?"].entries()) {
    store.send(words);
    await until(() => outbox.waiting().length === index + 1);
    await ended(store);
  }
  expect(shown(store)).toEqual(["where is ice?", "queued", "and water?", "queued"]);

  // Another page finds them at their positions, with their answers.
  const reopened = newStore(new Map(), { outbox: async () => outbox });
  reopened.becomes("user-ada");
  await until(() => shown(reopened).length === 4);
  expect(shown(reopened)).toEqual(["where is ice?", "queued", "and water?", "queued"]);
  network.isDown = false;
  await sendAll(outbox, ada);
  await until(() => shown(reopened).join() === "where is ice?,done,and water?,done");

  // The same on a phone that has not received the answers.
  for (const body of outbox.sent) expect((await postMessage(ada, body)).ok).toBe(true);
  const threadId = outbox.sent[0]?.threadId ?? "";
  const { messages } = await ada.call(getThread, { params: { threadId } });
  expect(messages.map(({ content }) => content)).toEqual(["where is ice?", "Aye.", "and water?", "Aye."]);

  // Back online, a message is sent immediately, and the queue is empty.
  reopened.send("thanks");
  await ended(reopened);
  expect(shown(reopened).slice(-2)).toEqual(["thanks", "done"]);
  expect(outbox.waiting()).toEqual([]);
});

test("does not hide newer messages when a page of the conversation arrives late", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  const ada = app.as("ada");
  const { network, outbox, store } = withoutSignal(ada);
  store.send("where is ice?");
  await until(() => outbox.waiting().length === 1);
  await ended(store);

  network.isDown = false;
  const late = Promise.withResolvers<void>();
  let page: Response | undefined;
  network.delivered = async (path, response) => {
    if (!path.startsWith("/api/threads/") || page !== undefined) return;
    page = response;
    await late.promise;
  };
  await sendAll(outbox, ada);
  await until(() => page !== undefined);
  store.send("and water?");
  await ended(store);
  late.resolve();
  await until(() => page?.bodyUsed === true);
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown(store)).toContain("and water?");
  // It is fetched again.
  await until(() => shown(store).join() === "where is ice?,done,and water?,done");
});

test("finds a message after a reload that the server receives just after the request", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  const ada = app.as("ada");
  const { network, outbox, store, memory } = withoutSignal(ada);
  store.send("where is ice?");
  await until(() => outbox.waiting().length === 1);
  await ended(store);

  // The old page sends it between the new page's request and its read of the outbox.
  network.isDown = false;
  network.delivered = async (path, response) => {
    if (path.startsWith("/api/threads/") && response.status === 404) await sendAll(outbox, ada);
  };
  const { send, drop, hurry, has } = outbox;
  const reopened = newStore(memory, {
    outbox: async () => ({ send, drop, hurry, has, follow: () => undefined }),
  });
  reopened.becomes("user-ada");
  await until(() => shown(reopened).length > 0);
  await ended(reopened);
  expect(shown(reopened)).toEqual(["where is ice?", "done"]);
});

test("keeps a sent message as a draft until the device has stored it", async () => {
  await using app = await startChatApp({ languageModel: scriptedModel(["Aye."]) });
  networkFor(app.as("ada"), []);
  const stored = Promise.withResolvers<void>();
  const store = newStore(new Map(), { outbox: async () => slowToStore(stored.promise) });
  store.becomes("user-ada");
  store.send("where is ice?");
  expect(store.state.get()).toMatchObject({ draft: "", unstored: [{ text: "where is ice?" }] });
  stored.resolve();
  await ended(store);
  expect(store.state.get().unstored).toEqual([]);
});

test("shows the help card once the device has stored the message", async () => {
  const stored = Promise.withResolvers<void>();
  networkFor({ request: () => new Promise(() => undefined) }, []);
  const store = newStore(new Map(), { outbox: async () => slowToStore(stored.promise) });
  const isCardShown = () => JSON.stringify(store.state.get().conversation.messages).includes("help-card");
  store.send("My friend collapsed and will not wake up");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isCardShown()).toBe(false);
  stored.resolve();
  await until(isCardShown);
});

test("shows help for a message about danger that the device cannot store", async () => {
  networkFor({ request: () => new Promise(() => undefined) }, []);
  const problem = { error: "There is no room left on this device." };
  const send = async () => ({ status: "refused", problem }) as const;
  const store = newStore(new Map(), { outbox: async () => Object.assign(new PaperOutbox(), { send }) });
  store.send("My friend collapsed and will not wake up");
  await expect
    .poll(() => store.state.get().conversation.messages[1])
    .toMatchObject({ status: "failed", ui: { type: "help-card" } });
});

/** An outbox on a device that stores a message only on release. */
function slowToStore(isStored: Promise<void>): PaperOutbox {
  const outbox = new PaperOutbox();
  const { send } = outbox;
  return Object.assign(outbox, {
    send: async (...args: Parameters<typeof send>) => {
      await isStored;
      return await send(...args);
    },
  });
}

/** A newly opened page that is offline. */
function withoutSignal(client: TestClient) {
  const network = networkFor(client, []);
  network.isDown = true;
  const outbox = new PaperOutbox();
  const memory = new Map<string, string>();
  const store = newStore(memory, { outbox: async () => outbox });
  store.becomes("user-ada");
  return { network, outbox, store, memory };
}

function shown(store: ReturnType<typeof newStore>): string[] {
  return store.state
    .get()
    .conversation.messages.map((message) => (message.role === "user" ? message.text : message.status));
}

/** Sends the queued messages sequentially, like the outbox. */
async function sendAll(outbox: PaperOutbox, client: TestClient): Promise<void> {
  await outbox.sendWaiting(async (body) => {
    for (;;) {
      const response = await postMessage(client, body);
      if (response.ok) return;
      // The previous answer is still running.
      if (response.status !== 429) throw new Error(await response.text());
    }
  });
}
