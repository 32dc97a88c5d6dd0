import { type Clocks, systemClocks } from "#server/clocks.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import type { DatabaseLog } from "#server/log.ts";
import { findNewestInstant } from "./repository.ts";

/** Both clocks at one moment, in ms. */
interface ClockLook {
  wall: number;
  up: number;
}

/** A change of the server's time of day while it was running. */
export interface ClockJump {
  /** The time after the jump. */
  at: Date;
  /** Negative: it was set back. */
  seconds: number;
}

/** More than a slow network or an adjustment in small steps explains, in ms. */
export const TOLERANCE_MS = 5 * 60_000;
const LOOK_EVERY_MS = 10_000;

/** How far the time of day was set between two looks, in ms; negative: back. 0 when both clocks agree within five minutes. */
export function jumpBetween(before: ClockLook, now: ClockLook): number {
  const jumpMs = now.wall - before.wall - (now.up - before.up);
  return Math.abs(jumpMs) > TOLERANCE_MS ? jumpMs : 0;
}

/**
 * Notices a wrong clock of the server: one that is set while it runs, and one that is behind the stored data. It only reports,
 * because the server cannot know which of two times is right.
 */
export class ClockWatch implements Disposable {
  readonly #database: DatabaseClient;
  readonly #log: DatabaseLog;
  readonly #clocks: Clocks;
  #look: ClockLook;
  #newest: Date | null = null;
  #lastJump: ClockJump | null = null;
  #timer: NodeJS.Timeout | undefined;

  private constructor(database: DatabaseClient, log: DatabaseLog, clocks: Clocks) {
    this.#database = database;
    this.#log = log;
    this.#clocks = clocks;
    this.#look = { wall: clocks.wall(), up: clocks.up() };
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
    const before = this.#look;
    this.#look = { wall: this.#clocks.wall(), up: this.#clocks.up() };
    const jumpMs = jumpBetween(before, this.#look);
    if (jumpMs === 0) return;
    this.#lastJump = { at: new Date(this.#look.wall), seconds: Math.round(jumpMs / 1000) };
    this.#log.warn(
      { before: new Date(this.#look.wall - jumpMs).toISOString(), now: this.#lastJump.at.toISOString() },
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
