/** Longest pause after a turn, in ms. */
const longestRestMs = 2_000;

/**
 * Turns of background work on the embedded database's one connection. There is one turn at a time, followed by a pause twice as
 * long as the turn. So user requests wait for at most one piece, and have the connection for two thirds of the time.
 */
export class BackgroundTurns {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves when it is the caller's turn. Dispose of the result to free the connection. */
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
