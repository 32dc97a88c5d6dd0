import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Vibe } from "#shared/features/vibe/contract.ts";
import { createWordFollower, SEND_EVERY_MS } from "./follow-words.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follower() {
  const stored = new Map<string, Vibe>();
  const sent: [string, number][] = [];
  const setting = { isOn: true };
  const follow = createWordFollower({
    read: async (userId) => stored.get(userId) ?? null,
    send: async (userId, vibe) => {
      stored.set(userId, vibe);
      sent.push([userId, vibe.sentiment]);
    },
    isOn: () => setting.isOn,
  });
  return { follow, sent, setting };
}

test("sends every vibe change from messages, at most every twenty seconds", async () => {
  const { follow, sent } = follower();
  follow("ada", "Where is the ice?");
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([]);
  follow("ada", "What a wonderful, lovely night!");
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(1);
  for (let count = 0; count < 5; count += 1) follow("ada", "So happy, thank you 🥳");
  await vi.advanceTimersByTimeAsync(SEND_EVERY_MS - 1);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.[1]).toBeGreaterThan(sent[0]?.[1] ?? 1);
});

test("sends nothing while turned off and never mixes two users", async () => {
  const { follow, sent, setting } = follower();
  follow("ada", "I love it");
  await vi.advanceTimersByTimeAsync(0);
  follow("ada", "I love it");
  setting.isOn = false;
  await vi.advanceTimersByTimeAsync(SEND_EVERY_MS);
  follow("ada", "I hate it");
  await vi.advanceTimersByTimeAsync(SEND_EVERY_MS);
  expect(sent).toHaveLength(1);
  setting.isOn = true;
  follow("ada", "I hate it");
  follow("bob", "I am glad");
  await vi.advanceTimersByTimeAsync(SEND_EVERY_MS);
  expect(sent.map(([userId]) => userId)).toEqual(["ada", "bob"]);
});
