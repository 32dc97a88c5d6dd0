import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { MessageChannel, type MessagePort, type Transferable, type Worker } from "node:worker_threads";
import type { AppError } from "#server/http/app-error.ts";
import { queryTimeout } from "../database-error.ts";
import { DatabasePipe } from "./pipe.ts";
import { broken, type Running, type StartOptions, startWorker } from "./start-worker.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

export interface EngineOptions extends StartOptions {
  /** Maximum duration of a query, in ms. */
  queryDeadlineMs: number;
}

/** Delay between attempts to reopen a database that cannot be opened (on a full disk, for example), in ms. */
const reopenEveryMs = 2_000;

/** Maximum wait for the last query and checkpoint, in ms. After that, closing is a crash, which loses nothing. */
const closeDeadlineMs = 10_000;

/**
 * The embedded Postgres: a worker thread that is replaced when a query exceeds its deadline or Postgres crashes.
 *
 * No committed data is lost: to Postgres it is a crash, and it recovers from its log.
 */
export class Engine {
  readonly #options: EngineOptions;
  readonly #pipes = new Set<DatabasePipe>();
  readonly #watchdog: NodeJS.Timeout;
  /** The worker, or the last attempt to start one. */
  #running: Promise<Running>;
  #reopening: Promise<void> = Promise.resolve();
  /** Deadline of the running query, in ms. */
  #deadlineMs: number;
  #closed = false;

  /** Rejects with `unavailable` when Postgres cannot open the folder. */
  static async open(options: EngineOptions): Promise<Engine> {
    return new Engine(options, await startWorker(options));
  }

  private constructor(options: EngineOptions, running: Running) {
    this.#options = options;
    this.#deadlineMs = options.queryDeadlineMs;
    this.#running = Promise.resolve(this.#watch(running));
    this.#watchdog = setInterval(
      () => void this.#stopOverdueQuery(),
      Math.max(10, options.queryDeadlineMs / 8),
    );
    this.#watchdog.unref();
  }

  /** A new connection, for `pg`. */
  pipe(): DatabasePipe {
    const pipe = new DatabasePipe(() => this.#connect());
    this.#pipes.add(pipe);
    pipe.once("close", () => this.#pipes.delete(pipe));
    return pipe;
  }

  /** Until disposed, a query may run for `deadlineMs`; `Infinity` for no limit. Only for the holder of the one connection. */
  extendDeadline(deadlineMs: number): Disposable {
    this.#deadlineMs = deadlineMs;
    return { [Symbol.dispose]: () => void (this.#deadlineMs = this.#options.queryDeadlineMs) };
  }

  /**
   * The data directory as a tar, in the state after a crash at this moment. It is in memory twice, here and in the worker. Rejects with
   * `database-unavailable` when the worker ends first.
   */
  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    const { worker } = await this.#running;
    const { port1, port2 } = new MessageChannel();
    post(worker, { kind: "dump", reply: port2 }, [port2]);
    return new Promise((resolve, reject) => {
      port1.once("message", (tar: Uint8Array<ArrayBuffer>) => resolve(tar));
      port1.once("close", () => reject(broken("it ended during a backup"))); // has no effect after the answer
    });
  }

  /** Shuts Postgres down cleanly. End the pool first. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watchdog);
    await this.#reopening;
    const running = await this.#running.catch(() => null);
    if (!running || running.ended) return;
    const { worker } = running;
    const stuck = setTimeout(() => void worker.terminate(), closeDeadlineMs);
    post(worker, { kind: "close" });
    await once(worker, "exit");
    clearTimeout(stuck);
  }

  async #connect(): Promise<MessagePort> {
    const { worker } = await this.#running;
    const { port1, port2 } = new MessageChannel();
    post(worker, { kind: "connect", port: port2 }, [port2]);
    return port1;
  }

  #watch(running: Running): Running {
    const { worker } = running;
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "crashed") this.#replace(running, broken(message.message));
    });
    worker.on("error", (error) => this.#replace(running, broken(error.message, error)));
    worker.on("exit", () => this.#replace(running, broken("its thread ended")));
    return running;
  }

  async #stopOverdueQuery(): Promise<void> {
    const running = await this.#running.catch(() => null);
    if (!running) return;
    // Measured by the worker, so that a stall of this thread does not count against the query.
    const since = Atomics.load(running.busySince, 0);
    const busyMs = since === 0n ? 0 : Number(process.hrtime.bigint() - since) / 1e6;
    if (busyMs > this.#deadlineMs) this.#replace(running, queryTimeout());
  }

  /** Ends a worker, rejects its waiting queries with `error`, and starts the next one. */
  #replace(running: Running, error: AppError): void {
    if (this.#closed || running.ended) return;
    running.ended = true;
    this.#options.log.error({ code: error.code }, error.message);
    this.#reopening = this.#reopen(running);
    for (const pipe of this.#pipes) pipe.destroy(error);
  }

  async #reopen(ended: Running): Promise<void> {
    this.#running = ended.worker.terminate().then(() => startWorker(this.#options));
    for (;;) {
      try {
        this.#watch(await this.#running);
        return this.#options.log.warn({}, "The database is open again");
      } catch (error) {
        // Until the next attempt, a connecting client gets this error at once.
        this.#options.log.error({ err: error }, "The database cannot be opened; it is tried again");
        await delay(reopenEveryMs, undefined, { ref: false });
        if (this.#closed) return;
        this.#running = startWorker(this.#options);
      }
    }
  }
}

function post(worker: Worker, message: ToWorker, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}
