import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { PGlite } from "@electric-sql/pglite";
import { openPostgres } from "./open-postgres.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./worker-messages.ts";

// The thread that runs the embedded Postgres. A query blocks this thread, never the server's. One Postgres session serves one client at a
// time: the newest connection takes it over in a clean state.

/** Large results are sent in parts of about this many bytes while the query still runs. */
const partSize = 256 * 1024;

const start = workerData as WorkerStart; // set by engine.ts, which types it
const busySince = new BigInt64Array(start.busySince);
const steps = new Int32Array(start.steps);
let owner: MessagePort | null = null;
/** Lines Postgres logged as the reason why it or its session ended. */
const complaints: string[] = [];

try {
  const db = await openPostgres({
    ...start,
    onLog: (line) => {
      const complaint = /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1];
      if (complaint !== undefined) complaints.push(complaint);
    },
    onStep: () => Atomics.add(steps, 0, 1),
  });
  dieOnSwallowedErrors(db);
  parentPort?.on("message", (message: ToWorker) => void receive(db, message));
  post({ kind: "ready" });
} catch (error) {
  post({ kind: "failed", message: reasonFor(error) });
}

async function receive(db: PGlite, message: ToWorker): Promise<void> {
  switch (message.kind) {
    case "connect":
      return serve(db, message.port);
    case "dump": {
      const tar = new Uint8Array(await (await db.dumpDataDir("none")).arrayBuffer());
      message.reply.postMessage(tar, [tar.buffer]);
      return message.reply.close();
    }
    case "close":
      owner?.close();
      await db.close();
      return parentPort?.close();
  }
}

function serve(db: PGlite, port: MessagePort): void {
  const stream = new FrontendStream();
  owner?.close();
  owner = port;
  port.on("message", (bytes: Uint8Array) => {
    if (owner !== port) return;
    for (const message of stream.feed(bytes)) {
      if (message.kind === "execute") execute(db, message.bytes, port);
      else if (message.kind === "startup") greet(db, port);
      else port.close();
    }
  });
}

/** Prepared statements, settings and an open transaction of the last client must not reach the next one. */
function greet(db: PGlite, port: MessagePort): void {
  const nowhere = () => undefined;
  run(db, simpleQuery("rollback"), nowhere);
  run(db, simpleQuery("discard all"), nowhere);
  port.postMessage(new Uint8Array(greeting));
}

function execute(db: PGlite, bytes: Uint8Array, port: MessagePort): void {
  let parts: Uint8Array[] = [];
  let size = 0;
  const send = () => {
    const joined = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    port.postMessage(joined, [joined.buffer]);
    parts = [];
    size = 0;
  };
  Atomics.store(busySince, 0, process.hrtime.bigint());
  run(db, bytes, (part) => {
    parts.push(part);
    size += part.length;
    if (size >= partSize) send();
  });
  Atomics.store(busySince, 0, 0n);
  if (size > 0) send();
}

/** `execProtocolRaw` would cache a parsed copy of every message; the streaming form stores no copy. */
function run(db: PGlite, bytes: Uint8Array, onPart: (part: Uint8Array) => void): void {
  // Synchronous except for the (empty) file system sync at its end.
  void db.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (part) => onPart(part.slice()) });
}

function simpleQuery(text: string): Uint8Array {
  const body = new TextEncoder().encode(text);
  const message = new Uint8Array(body.length + 6);
  message[0] = "Q".charCodeAt(0);
  new DataView(message.buffer).setInt32(1, body.length + 5);
  message.set(body, 5);
  return message;
}

/**
 * PGlite swallows errors that are not SQL errors (a stack overflow in a hostile text search, a panic on a full disk). It then returns no
 * rows and no error, or never finishes the next query. Such a Postgres cannot be trusted: this thread ends, and the main thread starts
 * another one, which recovers from the WAL as after a crash.
 */
function dieOnSwallowedErrors(db: PGlite): void {
  const sqlErrorStatus = 100; // PGlite's own number for "Postgres reported an error to the client"
  const module = db.Module;
  const runOnce = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (error) {
      if (!(error instanceof Object && "status" in error && error.status === sqlErrorStatus)) {
        post({ kind: "crashed", message: reasonFor(error) });
        process.exit(1);
      }
      throw error;
    }
  };
}

function reasonFor(error: unknown): string {
  return complaints.at(-1) ?? (error instanceof Error ? error.message : String(error));
}

function post(message: FromWorker): void {
  parentPort?.postMessage(message);
}

// The few parts of the PostgreSQL wire protocol (version 3) that the pipe itself must understand.

const SYNC = "S".charCodeAt(0);
const QUERY = "Q".charCodeAt(0);
const FLUSH = "H".charCodeAt(0);
const TERMINATE = "X".charCodeAt(0);

/** AuthenticationOk and ReadyForQuery (idle). This is the complete greeting, because there is no authentication. */
const greeting: readonly number[] = [0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49];

type Frontend = { kind: "startup" } | { kind: "execute"; bytes: Uint8Array } | { kind: "terminate" };

/**
 * Splits a client's byte stream into complete units for Postgres: Parse, Bind, Describe and Execute wait for the Sync, Flush or
 * Query that requests an answer.
 */
class FrontendStream {
  #pending: Uint8Array = new Uint8Array(0);
  #started = false;

  *feed(bytes: Uint8Array): Generator<Frontend> {
    this.#pending = this.#pending.length === 0 ? bytes : concatenate(this.#pending, bytes);
    if (!this.#started) {
      // The startup packet has no type byte: its first four bytes are the length.
      const length = this.#pending.length < 4 ? Infinity : readLength(this.#pending, 0);
      if (this.#pending.length < length) return;
      this.#pending = this.#pending.subarray(length);
      this.#started = true;
      yield { kind: "startup" };
    }
    let at = 0;
    let pieceStart = 0;
    while (at + 5 <= this.#pending.length) {
      const end = at + 1 + readLength(this.#pending, at + 1);
      if (end > this.#pending.length) break;
      const type = this.#pending[at];
      at = end;
      if (type === TERMINATE) {
        yield { kind: "terminate" };
        pieceStart = at;
      } else if (type === SYNC || type === QUERY || type === FLUSH) {
        yield { kind: "execute", bytes: this.#pending.subarray(pieceStart, at) };
        pieceStart = at;
      }
    }
    this.#pending = this.#pending.slice(pieceStart);
  }
}

function readLength(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getInt32(at);
}

function concatenate(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}
