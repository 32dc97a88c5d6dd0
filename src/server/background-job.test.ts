import { expect, onTestFinished, test, vi } from "vitest";
import { startBackgroundJob } from "./background-job.ts";
import { silentLog } from "#server/testing/silent-log.ts";

/** A fake database that only delivers the wake-up. */
function startWorld() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let wake: () => void = () => undefined;
  const database = {
    listen: async (_channel: string, handler: () => void) => {
      wake = handler;
      return async () => undefined;
    },
  };
  return {
    world: { database, log: silentLog } as unknown as Parameters<typeof startBackgroundJob>[0],
    wake: () => wake(),
  };
}

test("halves the batch after a failed round, retries with growing delays, then recovers", async () => {
  const { world, wake } = startWorld();
  const limits: number[] = [];
  let isBroken = true;
  const job = startBackgroundJob(world, {
    channel: "work",
    everyMs: 60_000,
    mostAtOnce: 8,
    failure: "nothing was done",
    work: async (limit) => {
      limits.push(limit);
      if (isBroken) {
        // A reconnect after this failure wakes the job in the same way.
        wake();
        throw new Error("too much");
      }
      return false;
    },
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(limits).toEqual([8]);
  for (let call = 0; call < 20; call += 1) wake();
  await vi.advanceTimersByTimeAsync(900);
  expect(limits).toEqual([8]);
  await vi.advanceTimersByTimeAsync(100);
  expect(limits).toEqual([8, 4]);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(limits).toEqual([8, 4]);
  await vi.advanceTimersByTimeAsync(100 + 4_000 + 8_000);
  expect(limits).toEqual([8, 4, 2, 1, 1]);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(16_000);
  expect(limits.at(-1)).toBe(1);
  wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(limits.at(-1)).toBe(2);
  await job.stop();
});

test("stops at once while it waits after a failure", async () => {
  const { world } = startWorld();
  let rounds = 0;
  const job = startBackgroundJob(world, {
    channel: "work",
    everyMs: 60_000,
    failure: "nothing was done",
    work: async () => {
      rounds += 1;
      throw new Error("too much");
    },
  });
  await vi.advanceTimersByTimeAsync(0);
  await job.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toBe(1);
});
