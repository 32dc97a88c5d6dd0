import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportReachable, reportUnreachable } from "#web/lib/server/reachability.ts";
import { keepOfflineChat } from "./keep-offline-chat.ts";

const LATER_MS = 10_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", {});
});
afterEach(() => {
  reportReachable();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("loads the offline chat again when the connection returns after a failure, and then no more", async () => {
  const { load, calls } = loader();
  calls.fail = true;
  keepOfflineChat(load);
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(calls.count).toBe(1);
  reportUnreachable("silent");
  calls.fail = false;
  reportReachable();
  await vi.advanceTimersByTimeAsync(LATER_MS);
  const { count } = calls;
  expect(count).toBeGreaterThan(1);
  reportUnreachable("silent");
  reportReachable();
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(calls.count).toBe(count);
});

test("does not load the offline chat when a worker has cached its code or the user saves data", async () => {
  const { load, calls } = loader();
  vi.stubGlobal("navigator", { serviceWorker: { controller: {} } });
  keepOfflineChat(load);
  await vi.advanceTimersByTimeAsync(LATER_MS);
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  keepOfflineChat(load);
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(calls.count).toBe(0);
});

/** Loads when it may, and counts. */
function loader() {
  const calls = { count: 0, fail: false };
  const load = async (): Promise<void> => {
    calls.count += 1;
    if (calls.fail) throw new TypeError("Failed to fetch dynamically imported module");
  };
  return { calls, load };
}
