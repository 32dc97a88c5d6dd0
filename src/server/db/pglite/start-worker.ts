import type { EventEmitter } from "node:events";
import { Worker } from "node:worker_threads";
import type { DatabaseLog } from "#server/log.ts";
import { AppError } from "#server/http/app-error.ts";
import { insufficientStorage } from "../database-error.ts";
import { postgresModules } from "./postgres-modules.ts";
import type { FromWorker, WorkerStart } from "./worker-messages.ts";

export interface StartOptions {
  /** Null for a database in memory: restarting the worker then starts over from `snapshot`. */
  clusterFolder: string | null;
  /** A dump to start from, for a database in memory or a folder that does not exist yet. */
  snapshot?: Uint8Array<ArrayBuffer>;
  log: DatabaseLog;
}

/** A worker whose Postgres is ready. */
export interface Running {
  worker: Worker;
  busySince: BigInt64Array;
  ended: boolean;
}

/** Interval of the checks whether a start still makes progress, in ms. */
const checkEveryMs = 10_000;

/** Checks without progress after which a start counts as stuck: two minutes. */
const checksUntilStuck = 12;

/** Starts Postgres in a worker thread. Rejects with `unavailable` or `insufficient-storage`. */
export async function startWorker({ clusterFolder, snapshot, log }: StartOptions): Promise<Running> {
  const modules = await postgresModules();
  const busySince = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const steps = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const start: WorkerStart = { clusterFolder, snapshot: snapshot ?? null, busySince, steps, ...modules };
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    name: "looby-database",
    workerData: start,
    // Hostile nesting should reach Postgres' own limits, which give clear errors, before the thread's stack ends. 64 MB were
    // enough wherever Postgres has a limit, 32 MB were not. Only the used part takes memory.
    resourceLimits: { stackSizeMb: 128 },
  });
  const failure = await firstAnswer(worker, new Int32Array(steps), log);
  if (failure === null) return { worker, busySince: new BigInt64Array(busySince), ended: false };
  await worker.terminate();
  throw cannotOpen(failure);
}

/**
 * Waits for a worker as long as it makes progress, however slow its disk is.
 * @param steps one cell, which the worker increases with each operation on its disk
 * @returns null when the worker is ready, otherwise the reason of its failure
 */
export function firstAnswer(
  worker: Pick<EventEmitter, "once">,
  steps: Int32Array,
  log: DatabaseLog,
): Promise<string | null> {
  return new Promise((resolve) => {
    let seen = 0;
    let checksWithoutStep = 0;
    // Counts checks, not time, so that a pause of the whole machine does not count.
    const timer = setInterval(() => {
      const done = Atomics.load(steps, 0);
      checksWithoutStep = done === seen ? checksWithoutStep + 1 : 0;
      seen = done;
      if (checksWithoutStep === checksUntilStuck) settle("its start made no progress for two minutes");
      else log.warn({ steps: done }, "The database is still starting");
    }, checkEveryMs);
    const settle = (failure: string | null) => {
      clearInterval(timer);
      resolve(failure);
    };
    worker.once("message", (message: FromWorker) => {
      settle(message.kind === "failed" || message.kind === "crashed" ? message.message : null);
    });
    worker.once("error", (error: Error) => settle(error.message));
    worker.once("exit", () => settle("its thread ended"));
  });
}

/** The error of a Postgres that ended while it ran. */
export function broken(reason: string, cause?: unknown): AppError {
  if (reason.includes(noSpace)) return insufficientStorage(cause);
  return databaseDown(`The database stopped: ${reason}.`, cause);
}

function cannotOpen(reason: string): AppError {
  if (reason.includes(noSpace)) return insufficientStorage(new Error(reason));
  return databaseDown(`The database cannot be opened: ${reason}.`);
}

function databaseDown(reason: string, cause?: unknown): AppError {
  return new AppError("unavailable", "Looby is restarting its database. Please try again in a moment.", {
    cause,
    reason,
    retryAfter: 2,
  });
}

const noSpace = "No space left on device";
