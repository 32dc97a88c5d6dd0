import { afterEach, beforeEach, expect, test } from "vitest";
import { createResourceTalk } from "../conversation/resource-talk.ts";
import type { MessageOutbox } from "../transport/message-outbox.ts";
import { PaperOutbox } from "../testing/paper-outbox.ts";
import { newStore, stubPage, unstubPage, until } from "../testing/store-fixture.ts";

// The order in which the messages of one conversation are stored, whatever is loaded when.

beforeEach(stubPage);
afterEach(unstubPage);

test("stores messages in the order of sending when the outbox's code loads later for the first", async () => {
  const { seen, options } = slowToLoad();
  const store = newStore(new Map(), options);
  for (const words of ["one", "two", "three"]) store.send(words);
  await loadLast(seen);
  await until(() => seen.stored.length === 3);
  expect(seen.stored).toEqual(["one", "two", "three"]);
  await until(() => store.state.get().unstored.length === 0);
});

test("stores later messages in order after one that cannot be stored", async () => {
  const { seen, options } = slowToLoad();
  seen.refused.add("one");
  const complaints: string[] = [];
  const store = newStore(new Map(), { ...options, complain: (problem) => complaints.push(problem) });
  for (const words of ["one", "two", "three"]) store.send(words);
  await loadLast(seen);
  await until(() => seen.stored.length === 2);
  expect(seen.stored).toEqual(["two", "three"]);
});

test("sends messages in order while the wizard decides about the first", async () => {
  const { seen, options } = slowToLoad();
  const wizard = Promise.withResolvers<ReturnType<typeof createResourceTalk>>();
  const store = newStore(new Map(), { ...options, resourceTalk: () => wizard.promise });
  store.becomes("user-ada");
  store.changeCompanion("ash");
  for (const words of ["one", "two", "three"]) {
    store.changeDraft(words);
    store.send(words);
  }
  expect(store.state.get()).toMatchObject({ draft: "", unstored: [{}, {}, {}] });
  wizard.resolve(createResourceTalk(() => null));
  await loadLast(seen);
  await until(() => seen.stored.length === 3);
  expect(seen.behind).toEqual(["two", "three"]);
  expect(seen.stored).toEqual(["one", "two", "three"]);
});

test("returns a message to the composer when another conversation opens before the wizard has decided", async () => {
  const { seen, options } = slowToLoad();
  const wizard = Promise.withResolvers<ReturnType<typeof createResourceTalk>>();
  const store = newStore(new Map(), { ...options, resourceTalk: () => wizard.promise });
  store.becomes("user-ada");
  store.changeCompanion("ash");
  store.changeDraft("one");
  store.send("one");
  store.newChat();
  store.changeDraft("two");
  wizard.resolve(createResourceTalk(() => null));
  await until(() => store.state.get().draft !== "two");
  expect(store.state.get()).toMatchObject({ draft: "one\ntwo", unstored: [] });
  expect(seen.stored).toEqual([]);
});

test("leaves other words in the composer when a suggestion is sent", async () => {
  const { seen, options } = slowToLoad();
  const store = newStore(new Map(), options);
  store.changeDraft("where is");
  for (const words of ["What can I borrow?", "And tomorrow?"]) store.send(words);
  await loadLast(seen);
  await until(() => seen.stored.length === 2);
  expect(store.state.get().draft).toBe("where is");
});

/** An outbox whose code is loaded for the first message only when the test asks for it, and which never sends. */
function slowToLoad() {
  const stored: string[] = [];
  const behind: string[] = [];
  const refused = new Set<string>();
  const parts: MessageOutbox = Object.assign(new PaperOutbox(), {
    send: (async ({ text }, { isBehind, onStored }) => {
      if (refused.has(text)) throw new Error("not stored");
      await nextTurn();
      stored.push(text);
      if (isBehind) behind.push(text);
      onStored();
      return { status: "queued", problem: null };
    }) satisfies MessageOutbox["send"],
  });
  const first = Promise.withResolvers<MessageOutbox>();
  let loads = 0;
  const outbox = async () => (loads++ === 0 ? await first.promise : parts);
  return { seen: { stored, behind, refused, load: () => first.resolve(parts) }, options: { outbox } };
}

/** Loads the first message's code after every other one had its turn. */
async function loadLast({ load }: { load: () => void }): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await nextTurn();
  load();
}

async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}
