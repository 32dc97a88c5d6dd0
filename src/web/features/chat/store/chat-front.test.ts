import { expect, test } from "vitest";
import { ChatFront } from "./chat-front.ts";
import { newStore } from "../testing/store-fixture.ts";

test("what is typed and asked for before the store is there reaches it in order, and the draft goes on", async () => {
  const store = newStore();
  const { promise, resolve } = Promise.withResolvers<void>();
  const front = new ChatFront(async () => promise.then(() => store), fail);
  let heard = 0;
  front.subscribe(() => (heard += 1));
  front.changeDraft("hel");
  expect(front.getSnapshot()).toMatchObject({ draft: "hel" });
  const done: string[] = [];
  front.ask((now) => done.push(`asked: ${now.getSnapshot().draft}`));
  front.later(() => done.push("later"));
  expect([front.isReady(), front.isAwaited()]).toEqual([false, true]);
  front.changeDraft("hello");
  resolve();
  await promise.then(() => undefined);
  await expect.poll(() => front.isReady()).toBe(true);
  // What the page tells comes before what a person asks for.
  expect(done).toEqual(["later", "asked: hello"]);
  expect(front.isAwaited()).toBe(false);
  const before = heard;
  front.changeDraft("hello!");
  expect(store.getSnapshot().draft).toBe("hello!");
  expect(heard).toBeGreaterThan(before);
});

test("without a signal the wish is dropped with a sentence, the words stay, and the next wish tries again", async () => {
  const complaints: string[] = [];
  let isDown = true;
  const front = new ChatFront(
    async () => {
      if (isDown) throw new TypeError("network error");
      return newStore();
    },
    (problem) => complaints.push(problem),
  );
  const done: string[] = [];
  front.changeDraft("hello");
  front.later(() => done.push("later"));
  front.ask(() => done.push("lost"));
  await expect.poll(() => complaints.length).toBe(1);
  expect(front.isAwaited()).toBe(false);
  expect(front.getSnapshot().draft).toBe("hello");
  isDown = false;
  front.ask(() => done.push("kept"));
  await expect.poll(() => front.isReady()).toBe(true);
  expect(done).toEqual(["later", "kept"]);
});

function fail(problem: string): never {
  throw new Error(problem);
}
