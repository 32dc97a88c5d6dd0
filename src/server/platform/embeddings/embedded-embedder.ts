import { Worker } from "node:worker_threads";
import { AppError } from "#server/http/app-error.ts";
import type { Log } from "#server/log.ts";
import type { Embedder } from "./embedder.ts";
import type { EmbeddingReply, EmbeddingTask } from "./embedding-worker.ts";

export interface EmbeddedEmbedderOptions {
  log: Log;
  /** Milliseconds one batch may take before its worker is considered hung. Default 30,000. */
  batchDeadlineMs?: number;
  /** Starts another worker with the same messages, for tests. */
  startWorker?: () => Worker;
}

/** Small, because an incoming search waits for the running batch. */
const batchSize = 4;
const mostWaitingTexts = 2000;
/** After a failed load, the model is not loaded again by every search. */
const restMs = 30_000;

interface Request {
  texts: string[];
  vectors: Float32Array[];
  /** Workers that died while processing this request. */
  deaths: number;
  resolve(vectors: Float32Array[]): void;
  reject(error: AppError): void;
}

/**
 * The embedded model in a worker thread: no API key, no network, English. Nothing is loaded before the first text. A worker that
 * dies or hangs is replaced once per request. After that the request fails, and the next one starts a new worker.
 */
export class EmbeddedEmbedder implements Embedder {
  readonly id = "use-lite-en@0.2.0";
  readonly dimensions = 512;
  readonly isUnitLength = true;
  readonly #log: Log;
  readonly #batchDeadlineMs: number;
  readonly #startWorker: () => Worker;
  #waiting: Request[] = [];
  #current: Request | null = null;
  #worker: Worker | null = null;
  #isReady = false;
  #isClosed = false;
  #restsUntil = 0;
  #deadline: NodeJS.Timeout | undefined;

  constructor(options: EmbeddedEmbedderOptions) {
    this.#log = options.log;
    this.#batchDeadlineMs = options.batchDeadlineMs ?? 30_000;
    this.#startWorker = options.startWorker ?? startModelWorker;
  }

  async embed(texts: string[]): Promise<Float32Array[]> {
    if (texts.length === 0) return [];
    const waitingTexts = this.#waiting.reduce((sum, request) => sum + request.texts.length, 0);
    if (this.#isClosed || Date.now() < this.#restsUntil || waitingTexts + texts.length > mostWaitingTexts) {
      throw unavailable();
    }
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ texts, vectors: [], deaths: 0, resolve, reject });
      this.#advance();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#deadline);
    this.#failAll();
    await this.#worker?.terminate();
  }

  #advance(): void {
    if (this.#current !== null || this.#waiting.length === 0 || this.#isClosed) return;
    if (this.#worker === null) return this.#start();
    if (!this.#isReady) return;
    const request = this.#waiting.reduce((best, other) =>
      remaining(other) < remaining(best) ? other : best,
    );
    const batch = request.texts.slice(request.vectors.length, request.vectors.length + batchSize);
    // The model returns no row for an empty last text.
    const task: EmbeddingTask = { texts: batch.map((text) => (text === "" ? " " : text)) };
    this.#current = request;
    this.#worker.postMessage(task);
    this.#watch(this.#worker);
  }

  #start(): void {
    const worker = this.#startWorker();
    let cause: unknown = null;
    worker.on("message", (reply: EmbeddingReply) => {
      if (reply.kind === "failed" && !this.#isReady) cause = reply.message;
      else this.#receive(reply);
    });
    worker.once("error", (error) => (cause = error));
    worker.once("exit", (code) => this.#lose(cause ?? `exit code ${code}`));
    this.#worker = worker;
    this.#watch(worker);
  }

  #receive(reply: EmbeddingReply): void {
    clearTimeout(this.#deadline);
    const request = this.#current;
    this.#current = null;
    if (reply.kind === "ready") this.#isReady = true;
    else if (request !== null && reply.kind === "failed") this.#fail(request, reply.message);
    else if (request !== null && reply.kind === "embedded") {
      request.vectors.push(...reply.vectors);
      if (remaining(request) <= 0) this.#settle(request);
    }
    this.#advance();
  }

  /** A hung worker is terminated: no JavaScript runs in a stuck thread, so it cannot be asked to stop. */
  #watch(worker: Worker): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => void worker.terminate(), this.#batchDeadlineMs);
    this.#deadline.unref();
  }

  #lose(cause: unknown): void {
    clearTimeout(this.#deadline);
    if (this.#isClosed) return;
    this.#log.warn({ err: cause }, "embedding worker lost");
    const concerned = this.#isReady ? [this.#current] : [...this.#waiting];
    this.#worker = null;
    this.#current = null;
    for (const request of concerned) {
      if (request === null) continue;
      request.deaths += 1;
      if (request.deaths <= 1) continue;
      if (!this.#isReady) this.#restsUntil = Date.now() + restMs;
      this.#fail(request, cause);
    }
    this.#isReady = false;
    this.#advance();
  }

  #fail(request: Request, cause: unknown): void {
    this.#waiting = this.#waiting.filter((other) => other !== request);
    request.reject(unavailable(cause));
  }

  #settle(request: Request): void {
    this.#waiting = this.#waiting.filter((other) => other !== request);
    request.resolve(request.vectors);
  }

  #failAll(): void {
    for (const request of this.#waiting) this.#fail(request, "closed");
  }
}

/** Shortest first, so that a user's search overtakes the re-embedding of a thousand documents. */
function remaining(request: Request): number {
  return request.texts.length - request.vectors.length;
}

function startModelWorker(): Worker {
  return new Worker(new URL("./embedding-worker.ts", import.meta.url), { name: "embeddings" });
}

function unavailable(cause?: unknown): AppError {
  return new AppError(
    "unavailable",
    "Search by meaning is not available right now; search by words still works. Please try again in a minute.",
    { cause },
  );
}
