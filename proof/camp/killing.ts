import type { LoobyServer } from "../../e2e/fixtures/server.ts";

/** Kills a server repeatedly, each time after a number of newly acknowledged operations, and starts it again. */
export class Killing {
  /** Number of kills after which the server started again. */
  done = 0;
  isDown = false;
  /** Rejects when the server does not start again, because a caller waiting for the server would wait forever. */
  readonly failure: Promise<never>;
  readonly #server: LoobyServer;
  readonly #plan: { kills: number; every: number };
  readonly #fail: (reason: unknown) => void;

  /** @param plan `every`: acknowledged operations between two kills */
  constructor(server: LoobyServer, plan: { kills: number; every: number }) {
    this.#server = server;
    this.#plan = plan;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined); // it may reject before a caller awaits it
    this.failure = promise;
    this.#fail = reject;
  }

  /** Reports the number of operations acknowledged so far. */
  count(acknowledged: number): void {
    const { kills, every } = this.#plan;
    if (this.isDown || this.done >= kills || acknowledged < (this.done + 1) * every) return;
    this.isDown = true;
    this.#again().catch(this.#fail);
  }

  async #again(): Promise<void> {
    await this.#server.kill();
    await this.#server.start();
    this.done += 1;
    this.isDown = false;
  }
}
