import type { Deps } from "#server/deps.ts";
import { countUnembedded } from "#server/features/search/embedding-repository.ts";
import { askDatabase } from "./repository.ts";

type World = Pick<Deps, "database" | "embedder">;

/** What the database said of itself, as far as it is known. */
export interface DatabaseHealth {
  /** False once it failed, or has been asked for longer than `PATIENCE_MS`. */
  isAnswering: boolean;
  /** When it last did; null: it was not asked before. */
  lastAnswer: Date | null;
  /** Documents without vectors of their present text; null: not counted yet. */
  toEmbed: number | null;
}

/** Longer than any work may hold the embedded database's one connection. */
const PATIENCE_MS = 10_000;
/** As long as a look is waited for, so that an idle server tells of now and a busy one of its last look. */
const GRACE_MS = 50;

/**
 * Asks the database how it is and never waits for it: a monitor must be told at once that it is busy. One look at
 * a time; what it finds answers the next caller.
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

  /** What is known now, after at most 50 ms. */
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
      this.#toEmbed = database.hasVector ? await countUnembedded(database.background.kysely, embedder.id) : 0;
    } catch {
      // Why is in the log of the caller that needed it.
      this.#hasFailed = true;
    }
  }
}
