import { AppError } from "#server/http/app-error.ts";

/**
 * Lets at most `atOnce` pieces of work run and `waiting` more stand in line, first come first served.
 * @returns a runner that throws AppError `unavailable` when the line is full
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
      // The one that finishes hands its place over, so `running` stays as it is.
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
