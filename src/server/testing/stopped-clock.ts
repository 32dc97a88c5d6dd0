import { vi } from "vitest";

const HOUR_MS = 3_600_000;

/** Stops the clock at the beginning of this hour, so that no limit's window ends during a test. Declare it with `using`. */
export function stopClock(): Disposable {
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 1000;
  vi.useFakeTimers({ toFake: ["Date"], now });
  return { [Symbol.dispose]: () => vi.useRealTimers() };
}
