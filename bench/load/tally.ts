import type { Result } from "./messages.ts";

/** Counts successes and failures, with durations. */
export class Tally {
  count = 0;
  lost = 0;
  #bad = 0;
  #firstProblem: string | null = null;
  readonly #delays: number[] = [];

  took(milliseconds: number): void {
    this.#delays.push(milliseconds);
  }

  bad(problem: string): void {
    this.#bad += 1;
    this.#firstProblem ??= problem;
  }

  result(): Result {
    const delays = this.#delays.toSorted((a, b) => a - b);
    const at = (share: number) =>
      delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? null;
    return {
      count: this.count,
      bad: this.#bad,
      lost: this.lost,
      p50: at(0.5),
      p99: at(0.99),
      firstProblem: this.#firstProblem,
    };
  }
}

/**
 * Starts work at a fixed rate, whether previous work is done or not, and waits for all of it.
 * @param begin receives the time at which it was due, in milliseconds of this process's clock
 */
export async function atRate(
  { perSecond, count }: { perSecond: number; count: number },
  begin: (index: number, dueAt: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  while (running.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - startedAt) * perSecond) / 1000) + 1);
    while (running.length < due) {
      running.push(begin(running.length, startedAt + (running.length * 1000) / perSecond));
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(running);
}

/** Runs work for each of `count`, `atOnce` at a time. */
export async function inParallel(
  { count, atOnce }: { count: number; atOnce: number },
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lanes = Array.from({ length: Math.min(atOnce, count) }, async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  });
  await Promise.all(lanes);
}
