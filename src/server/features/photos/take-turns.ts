import { AppError } from "#server/http/app-error.ts";

/**
 * Runs at most `atOnce` tasks concurrently and queues at most `waiting` more, first come first served.
 * @returns a runner that throws AppError `unavailable` when the queue is full
 */
export function takeTurns(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) {
      running += 1;
    } else {
      if (line.length >= waiting) {
        throw new AppError(
          "unavailable",
          "Many photos are coming in right now. Please try again in a moment.",
          {
            retryAfter: 5,
          },
        );
      }
      // The finished task hands its place over, so `running` stays the same.
      await new Promise<void>((resolve) => line.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
