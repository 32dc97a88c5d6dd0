import { afterEach, beforeEach, expect, test } from "vitest";
import type { SentPosition } from "#shared/features/chat/position.ts";
import type { ChatRequest, ChatTransport } from "../transport/chat-transport.ts";
import { ended, newStore, stubPage, unstubPage, until } from "../testing/store-fixture.ts";

// A position is sent with its own message only.

const here: SentPosition = { latitude: 40.78, longitude: -119.2, accuracyM: 9, at: "2026-09-01T18:00:00Z" };

beforeEach(stubPage);
afterEach(unstubPage);

test("a shared position is sent with its message, but not with the next one or a retry", async () => {
  const { store, heard } = listening({});
  store.send("where am I?", undefined, here);
  await until(() => heard.length === 1);
  await ended(store);
  store.retry(store.state.get().conversation.messages.at(-1)?.id ?? "");
  await until(() => heard.length === 2);
  await ended(store);
  store.send("thanks");
  await until(() => heard.length === 3);
  await ended(store);
  expect(heard).toEqual([here, undefined, undefined]);
});

test("a message waits for the device's position, and goes without it when the device fails", async () => {
  const device = Promise.withResolvers<SentPosition | null>();
  const answers = [() => device.promise, () => Promise.reject(new Error("no sky")), () => null];
  const { store, heard } = listening({ findPlace: () => answers.shift()?.() ?? null });
  store.send("nearest toilet");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(heard).toEqual([]);
  device.resolve(here);
  await until(() => heard.length === 1);
  await ended(store);
  store.send("nearest ice");
  await until(() => heard.length === 2);
  await ended(store);
  store.send("who has a ladder");
  await until(() => heard.length === 3);
  await ended(store);
  expect(heard).toEqual([here, undefined, undefined]);
});

/** A store whose transport always fails, with the positions it was given. */
function listening(options: Parameters<typeof newStore>[1]) {
  const heard: (SentPosition | undefined)[] = [];
  const transport: ChatTransport = {
    async hear(request: ChatRequest) {
      if (request.kind === "say") heard.push(request.body.position);
      throw new TypeError("network error");
    },
    stop: async () => undefined,
    page: () => Promise.reject(new TypeError("network error")),
    findAnswering: async () => null,
    chooseBranch: async () => undefined,
  };
  const store = newStore(new Map(), {
    transport: async () => transport,
    complain: () => undefined,
    ...options,
  });
  return { store, heard };
}
