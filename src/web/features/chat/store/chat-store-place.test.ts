import { afterEach, beforeEach, expect, test } from "vitest";
import type { SentPosition } from "#shared/features/chat/position.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { PaperOutbox } from "../testing/paper-outbox.ts";
import { ended, newStore, stubPage, unstubPage, until } from "../testing/store-fixture.ts";

// A position is sent with its own message only.

const here: SentPosition = { latitude: 40.78, longitude: -119.2, accuracyM: 9, at: "2026-09-01T18:00:00Z" };

beforeEach(stubPage);
afterEach(unstubPage);

test("sends a shared position with its message only, not with a retry", async () => {
  const { store, received } = listening({});
  store.send("where am I?", undefined, here);
  await until(() => received.length === 1);
  await ended(store);
  store.retry(store.state.get().conversation.messages.at(-1)?.id ?? "");
  await until(() => received.length === 2);
  await ended(store);
  store.send("thanks");
  await until(() => received.length === 3);
  await ended(store);
  expect(received).toEqual([here, undefined, undefined]);
});

test("waits for the device's position, but sends without it when the device fails", async () => {
  const device = Promise.withResolvers<SentPosition | null>();
  const answers = [() => device.promise, () => Promise.reject(new Error("no sky")), () => null];
  const { store, received } = listening({ findPlace: () => answers.shift()?.() ?? null });
  store.send("nearest toilet");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(received).toEqual([]);
  device.resolve(here);
  await until(() => received.length === 1);
  await ended(store);
  store.send("nearest ice");
  await until(() => received.length === 2);
  await ended(store);
  store.send("who has a ladder");
  await until(() => received.length === 3);
  await ended(store);
  expect(received).toEqual([here, undefined, undefined]);
});

/** A store whose server refuses every message, and the positions it received. */
function listening(options: Parameters<typeof newStore>[1]) {
  const received: (SentPosition | undefined)[] = [];
  const outbox = new PaperOutbox(async ({ position }) => {
    received.push(position);
    throw new ApiError("forbidden", 403, "No.");
  });
  const store = newStore(new Map(), { outbox: async () => outbox, complain: () => undefined, ...options });
  return { store, received };
}
