import type { LoobyServer } from "../../e2e/fixtures/server.ts";

/** Kills a server over and over, each time when so much more has been acknowledged, and starts it again. */
export class Killing {
  /** Kills after which it stood up again. */
  done = 0;
  isDown = false;
  /** Rejects when the server does not stand up again: those who wait for it would wait for ever. */
  readonly failure: Promise<never>;
  readonly #server: LoobyServer;
  readonly #plan: { kills: number; every: number };
  readonly #fail: (reason: unknown) => void;

  /** @param plan `every`: acknowledged operations between two kills */
  constructor(server: LoobyServer, plan: { kills: number; every: number }) {
    this.#server = server;
    this.#plan = plan;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined); // it may fail while nobody looks yet
    this.failure = promise;
    this.#fail = reject;
  }

  /** Tells how much is acknowledged now. */
  hear(acknowledged: number): void {
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
