import { expect, test } from "vitest";
import { ChatFront } from "./chat-front.ts";
import { newStore } from "../testing/store-fixture.ts";

test("passes early input to the store in order once the store has loaded", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const front = new ChatFront(async (state) => promise.then(() => newStore(new Map(), {}, state)), fail);
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
      return newStore(new Map(), {}, state);
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

function fail(problem: string): never {
  throw new Error(problem);
}
