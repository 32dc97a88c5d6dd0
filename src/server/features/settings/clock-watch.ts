import { type Clocks, systemClocks } from "#server/clocks.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import type { DatabaseLog } from "#server/log.ts";
import { findNewestInstant } from "./repository.ts";

/** A change of the server's time of day while it was running. */
export interface ClockJump {
  /** The time after the jump. */
  at: Date;
  /** Negative: it was set back. */
  seconds: number;
}

/** More than a slow network or an adjustment in small steps explains, in ms. */
const TOLERANCE_MS = 5 * 60_000;
const LOOK_EVERY_MS = 10_000;

/**
 * Notices a wrong clock of the server: one that is set while it runs, and one that is behind the stored data. It only reports,
 * because the server cannot know which of two times is right.
 */
export class ClockWatch implements Disposable {
  readonly #database: DatabaseClient;
  readonly #log: DatabaseLog;
  readonly #clocks: Clocks;
  /** How far the time of day is ahead of the time since the machine started, in ms. It changes when the clock is set. */
  #offset: number;
  #newest: Date | null = null;
  #lastJump: ClockJump | null = null;
  #timer: NodeJS.Timeout | undefined;

  private constructor(database: DatabaseClient, log: DatabaseLog, clocks: Clocks) {
    this.#database = database;
    this.#log = log;
    this.#clocks = clocks;
    this.#offset = clocks.wall() - clocks.up();
  }

  /** Compares the clock with the stored data, then looks every ten seconds until disposed. */
  static async start(
    database: DatabaseClient,
    log: DatabaseLog,
    clocks: Clocks = systemClocks,
  ): Promise<ClockWatch> {
    const watch = new ClockWatch(database, log, clocks);
    await watch.#compareWithData();
    watch.#timer = setInterval(() => void watch.look(), LOOK_EVERY_MS).unref();
    return watch;
  }

  /** False while data is stored, or the newest backup is, that is dated more than five minutes in the future. */
  get isTrusted(): boolean {
    const newest = Math.max(this.#newest?.getTime() ?? 0, this.#database.lastBackup?.at.getTime() ?? 0);
    return newest <= this.#clocks.wall() + TOLERANCE_MS;
  }

  /** The last one since the start, or null. */
  get lastJump(): ClockJump | null {
    return this.#lastJump;
  }

  /** Logs a jump since the last look. */
  async look(): Promise<void> {
    const wall = this.#clocks.wall();
    const offset = wall - this.#clocks.up();
    const jumpMs = offset - this.#offset;
    this.#offset = offset;
    if (Math.abs(jumpMs) <= TOLERANCE_MS) return;
    this.#lastJump = { at: new Date(wall), seconds: Math.round(jumpMs / 1000) };
    this.#log.warn(
      { before: new Date(wall - jumpMs).toISOString(), now: this.#lastJump.at.toISOString() },
      jumpMs > 0 ? "The clock was set ahead" : "The clock was set back",
    );
    await this.#compareWithData();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #compareWithData(): Promise<void> {
    try {
      this.#newest = await findNewestInstant(this.#database.kysely);
    } catch (error) {
      this.#log.warn({ err: error }, "The clock was not compared with the stored data");
      return;
    }
    if (this.isTrusted) return;
    this.#log.warn(
      {
        newest: this.#newest?.toISOString(),
        lastBackup: this.#database.lastBackup?.at.toISOString(),
        now: new Date(this.#clocks.wall()).toISOString(),
      },
      "Data is dated in the future: the clock is behind, or was ahead when the data was written",
    );
  }
}
