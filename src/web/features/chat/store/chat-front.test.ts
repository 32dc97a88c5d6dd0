import { expect, test } from "vitest";
import { ChatFront } from "./chat-front.ts";
import { MAX_MESSAGE } from "#shared/features/chat/limits.ts";
import type { Words } from "./chat-state.ts";
import type { ChatStore } from "./chat-store.ts";
import { newStore } from "../testing/store-fixture.ts";

test("passes early input to the store in order once the store has loaded", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const front = new ChatFront(
    async (state) => promise.then(() => ({ store: newStore(new Map(), {}, state) })),
    fail,
  );
  let received = 0;
  front.state.subscribe(() => (received += 1));
  front.changeDraft("hel");
  expect(front.state.get()).toMatchObject({ draft: "hel" });
  const done: string[] = [];
  front.ask((now) => done.push(`asked: ${now.state.get().draft}`));
  front.later(() => done.push("later"));
  expect(front.progress.get()).toBe("awaited");
  front.changeDraft("hello");
  resolve();
  await promise.then(() => undefined);
  await expect.poll(() => front.progress.get()).toBe("ready");
  // Background work runs before the user's actions.
  expect(done).toEqual(["later", "asked: hello"]);
  const before = received;
  front.changeDraft("hello!");
  front.ask((store) => expect(store.state.get().draft).toBe("hello!"));
  expect(received).toBeGreaterThan(before);
});

test("fails an action offline with a message and tries again on the next action", async () => {
  const complaints: string[] = [];
  let isDown = true;
  const front = new ChatFront(
    async (state) => {
      if (isDown) throw new TypeError("network error");
      return { store: newStore(new Map(), {}, state) };
    },
    (problem) => complaints.push(problem),
  );
  const done: string[] = [];
  front.changeDraft("hello");
  front.later(() => done.push("later"));
  front.ask(() => done.push("lost"));
  await expect.poll(() => complaints.length).toBe(1);
  expect(front.progress.get()).toBe("away");
  expect(front.state.get().draft).toBe("hello");
  isDown = false;
  front.ask(() => done.push("kept"));
  await expect.poll(() => front.progress.get()).toBe("ready");
  expect(done).toEqual(["later", "kept"]);
});

test("takes each message at once and passes them on in order, each once", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const front = new ChatFront(
    async (state) => promise.then(() => ({ store: newStore(new Map(), {}, state) })),
    fail,
  );
  const sent: string[] = [];
  const pass = (_: ChatStore, { text }: Words) => void sent.push(text);
  front.changeDraft("where is ice?");
  front.send("where is ice?", pass);
  expect(front.state.get()).toMatchObject({ draft: "", unstored: [{ text: "where is ice?" }] });
  front.changeDraft("and sha");
  front.send("What can I borrow?", pass); // a suggestion
  expect(front.state.get()).toMatchObject({ draft: "and sha" });
  front.send("x".repeat(MAX_MESSAGE + 1), pass);
  expect(front.state.get().unstored.map(({ text }) => text)).toEqual(["where is ice?", "What can I borrow?"]);
  resolve();
  await expect.poll(() => front.progress.get()).toBe("ready");
  expect(sent.slice(0, 2)).toEqual(["where is ice?", "What can I borrow?"]);
});

test("sends the messages of earlier pages before those of this page", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const front = new ChatFront(async (state) => {
    await promise;
    return { store: newStore(new Map(), {}, state), unsent: [{ id: "one", text: "where is ice?" }] };
  }, fail);
  front.send("and shade?", (store, { id, text }) => store.send(text, undefined, undefined, id));
  front.later((store) => store.becomes("user-ada"));
  resolve();
  await expect.poll(() => front.progress.get()).toBe("ready");
  const { messages } = front.state.get().conversation;
  const said = messages.filter(({ role }) => role === "user").map(({ text }) => text);
  expect(said).toEqual(["where is ice?", "and shade?"]);
});

test("returns the messages to the composer in order when the store cannot be loaded", async () => {
  const complaints: string[] = [];
  const front = new ChatFront(
    () => Promise.reject(new TypeError("network error")),
    (problem) => complaints.push(problem),
  );
  for (const words of ["where is ice?", "and shade?"]) front.send(words, fail as never);
  front.changeDraft("and wat");
  await expect.poll(() => complaints.length).toBe(1);
  expect(front.state.get()).toMatchObject({ draft: "where is ice?\nand shade?\nand wat", unstored: [] });
});

function fail(problem: string): never {
  throw new Error(problem);
}
