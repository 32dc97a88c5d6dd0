import type { Deps } from "#server/deps.ts";
import { countUnembedded } from "#server/features/search/embedding-repository.ts";
import { askDatabase } from "./repository.ts";

type World = Pick<Deps, "database" | "embedder">;

/** The last known state of the database. */
export interface DatabaseHealth {
  /** False after a failure, or when a query has been waiting for longer than `PATIENCE_MS`. */
  isAnswering: boolean;
  /** Time of the last successful query; null: none yet. */
  lastAnswer: Date | null;
  /** Documents without vectors of their current text; null: not counted yet. */
  toEmbed: number | null;
}

/** Longer than any work may occupy the embedded database's one connection. */
const PATIENCE_MS = 10_000;
/**
 * How long a call waits for a running check, so that an idle server reports its current state and a busy one its last known
 * state.
 */
const GRACE_MS = 50;

/**
 * Checks the database without waiting for it, because a monitor must be notified at once that it is busy. There is one check at a time; its
 * result answers the next caller.
 */
export class HealthLook {
  readonly #world: World;
  #lastAnswer: Date | null = null;
  #toEmbed: number | null = null;
  #hasFailed = false;
  #look: { since: number; end: Promise<void> } | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  /** The state known after at most 50 ms. */
  async known(): Promise<DatabaseHealth> {
    this.#look ??= { since: performance.now(), end: this.#find().finally(() => (this.#look = null)) };
    const { promise: grace, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, GRACE_MS);
    await Promise.race([this.#look.end, grace]);
    clearTimeout(timer);
    const isLate = this.#look !== null && performance.now() - this.#look.since > PATIENCE_MS;
    return {
      isAnswering: !this.#hasFailed && !isLate,
      lastAnswer: this.#lastAnswer,
      toEmbed: this.#toEmbed,
    };
  }

  async #find(): Promise<void> {
    const { database, embedder } = this.#world;
    try {
      await askDatabase(database.kysely);
      this.#lastAnswer = new Date();
      this.#hasFailed = false;
      this.#toEmbed = database.hasVector ? await countUnembedded(database.background.kysely, embedder) : 0;
    } catch {
      // The reason is in the log of the call that needed the database.
      this.#hasFailed = true;
    }
  }
}
