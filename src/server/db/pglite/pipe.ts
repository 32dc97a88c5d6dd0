import { Duplex } from "node:stream";
import type { MessagePort } from "node:worker_threads";

/**
 * The socket given to `pg`: the wire protocol over a MessagePort to the database worker.
 *
 * `dial` resolves when a worker is ready, and rejects with the error for the caller of the query.
 */
export class DatabasePipe extends Duplex {
  readonly #dial: (pipe: DatabasePipe) => Promise<MessagePort>;
  #port: MessagePort | null = null;

  constructor(dial: (pipe: DatabasePipe) => Promise<MessagePort>) {
    super();
    this.#dial = dial;
  }

  /** Called by `pg` in place of `net.Socket#connect`; host and port are ignored. */
  connect(): this {
    this.#dial(this).then(
      (port) => {
        if (this.destroyed) return port.close();
        this.#port = port;
        port.on("message", (bytes: Uint8Array) => this.push(bytes));
        this.emit("connect");
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }

  // `pg` calls these on its socket.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {
    // Nothing to do: the worker pushes, and a result is limited by its query.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send(new Uint8Array(chunk));
    done();
  }

  /** `pg` corks the messages of one query, so they are sent to the worker together. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#port?.close();
    done(error);
  }

  /** `bytes` must own its memory: a Node Buffer is often a view of a shared slab, which must not be transferred. */
  #send(bytes: Uint8Array<ArrayBuffer>): void {
    this.#port?.postMessage(bytes, [bytes.buffer]);
  }
}
