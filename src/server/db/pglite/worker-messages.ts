import type { MessagePort } from "node:worker_threads";
import type { PostgresOptions } from "./open-postgres.ts";

/** Start parameters of the database worker. */
export interface WorkerStart extends Omit<PostgresOptions, "onLog" | "onStep"> {
  /** One signed 64-bit cell: `process.hrtime.bigint()` at the start of the running query, 0 when idle. */
  busySince: SharedArrayBuffer;
  /** One signed 32-bit cell: increases with each operation on the disk. */
  steps: SharedArrayBuffer;
}

export type ToWorker =
  | { kind: "connect"; port: MessagePort }
  | { kind: "dump"; reply: MessagePort }
  | { kind: "close" };

export type FromWorker =
  | { kind: "ready" }
  /** The cluster could not be opened. */
  | { kind: "failed"; message: string }
  /** Postgres failed internally (not an SQL error): this worker must not be used again. */
  | { kind: "crashed"; message: string };
