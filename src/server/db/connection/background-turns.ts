/** Longest rest after a turn, in ms. */
const longestRestMs = 2_000;

/**
 * Turns of background work on the embedded database's one connection: one at a time, and after each a rest twice as long as
 * the turn was. So whatever people ask for waits for one piece of it at most, and has two thirds of the time to itself.
 */
export class BackgroundTurns {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves when it is the caller's turn; dispose of it when the connection is free again. */
  async take(): Promise<Disposable> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#last = before.then(() => promise).then(rest);
    await before;
    const start = performance.now();
    return {
      [Symbol.dispose]: () => resolve(Math.min(longestRestMs, 2 * (performance.now() - start))),
    };
  }
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}
