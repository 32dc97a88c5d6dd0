import type { Kysely } from "kysely";
import { newId } from "#shared/id.ts";
import type { Schema } from "#server/db/schema.ts";
import { type OutboundRecord, storeOutbound } from "./repository.ts";
import type { Log } from "#server/log.ts";
import type { OutboundCall, OutboundEnd } from "#server/platform/outbound-call.ts";

/** Calls are written in batches, so that a busy minute costs few writes. */
const PAUSE_MS = 500;
const MAX_WAITING = 1000;
const MAX_REPEATS = 200;
/** Equal calls are counted in one row for this long, in milliseconds. */
const REPEAT_MS = 24 * 3_600_000;

/**
 * Logs every outbound call, when it starts and again when it ends, in the background: nobody waits for it, and a failing database
 * loses log entries, not responses.
 */
export class OutboundRecorder {
  readonly #db: Kysely<Schema>;
  readonly #log: Log;
  /** Rows that are new or have changed. */
  #changed = new Set<OutboundRecord>();
  /** By content: calls for no particular user, such as polling a chat service every half minute. */
  readonly #repeats = new Map<string, OutboundRecord>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor({ database, log }: { database: { kysely: Kysely<Schema> }; log: Log }) {
    this.#db = database.kysely;
    this.#log = log;
  }

  record = (call: OutboundCall): ((end: OutboundEnd) => void) => {
    const startedAt = performance.now();
    const row = this.#rowFor(call);
    this.#touch(row);
    let hasEnded = false;
    return ({ outcome, status, bytesReceived }) => {
      if (hasEnded) return;
      hasEnded = true;
      row.outcome = outcome;
      row.status = status;
      row.bytesReceived += bytesReceived;
      row.durationMs = Math.round(performance.now() - startedAt);
      this.#touch(row);
    };
  };

  /** Resolves when everything recorded so far is written. */
  async flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #rowFor(call: OutboundCall): OutboundRecord {
    const now = new Date();
    const key =
      call.userId === null
        ? JSON.stringify([call.purpose, call.reason, call.method, call.host, call.path, call.sent])
        : null;
    const known = key === null ? undefined : this.#repeats.get(key);
    if (known !== undefined && now.getTime() - Date.parse(known.at) < REPEAT_MS) {
      known.times += 1;
      known.lastAt = now.toISOString();
      known.bytesSent = (known.bytesSent ?? 0) + (call.bytesSent ?? 0);
      return known;
    }
    const row: OutboundRecord = {
      ...call,
      id: newId(),
      at: now.toISOString(),
      times: 1,
      lastAt: now.toISOString(),
      bytesReceived: 0,
      outcome: "under-way",
      status: null,
      durationMs: null,
    };
    if (key !== null) this.#remember(key, row);
    return row;
  }

  #remember(key: string, row: OutboundRecord): void {
    this.#repeats.delete(key);
    this.#repeats.set(key, row);
    const [oldest] = this.#repeats.keys();
    if (this.#repeats.size > MAX_REPEATS && oldest !== undefined) this.#repeats.delete(oldest);
  }

  #touch(row: OutboundRecord): void {
    if (this.#changed.size < MAX_WAITING || this.#changed.has(row)) this.#changed.add(row);
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.flush();
    }, PAUSE_MS);
    this.#timer.unref();
  }

  async #write(): Promise<void> {
    if (this.#changed.size === 0) return;
    const rows = [...this.#changed];
    this.#changed = new Set();
    try {
      await storeOutbound(this.#db, rows);
    } catch (error) {
      // Written with the next batch.
      for (const row of rows) if (this.#changed.size < MAX_WAITING) this.#changed.add(row);
      this.#log.warn({ err: error }, "outbound calls were not noted down");
    }
  }
}
