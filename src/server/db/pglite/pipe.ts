import { Duplex } from "node:stream";
import type { MessagePort } from "node:worker_threads";

/**
 * What `pg` takes for its socket: the wire protocol over a MessagePort into the database worker.
 *
 * `dial` resolves once a worker is ready to answer and rejects with the error the caller of the query should
 * see.
 */
export class DatabasePipe extends Duplex {
  readonly #dial: (pipe: DatabasePipe) => Promise<MessagePort>;
  #port: MessagePort | null = null;

  constructor(dial: (pipe: DatabasePipe) => Promise<MessagePort>) {
    super();
    this.#dial = dial;
  }

  /** Called by `pg` in place of `net.Socket#connect`; host and port mean nothing here. */
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
    // The worker pushes: a result is bounded by the query that asked for it.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send(new Uint8Array(chunk));
    done();
  }

  /** `pg` corks one query's messages together, so they cross to the worker as one. */
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

  /**
   * `bytes` owns its memory: a Node Buffer is often a view into a shared slab, which must not be given away.
   */
  #send(bytes: Uint8Array<ArrayBuffer>): void {
    this.#port?.postMessage(bytes, [bytes.buffer]);
  }
}
