/** The few parts of the PostgreSQL wire protocol (version 3) that the pipe itself must understand. */

const SYNC = "S".charCodeAt(0);
const QUERY = "Q".charCodeAt(0);
const FLUSH = "H".charCodeAt(0);
const TERMINATE = "X".charCodeAt(0);

/** AuthenticationOk and ReadyForQuery (idle). This is the complete greeting, because there is no authentication. */
export const greeting: readonly number[] = [0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49];

export type Frontend = { kind: "startup" } | { kind: "execute"; bytes: Uint8Array } | { kind: "terminate" };

/**
 * Splits a client's byte stream into complete units for Postgres: Parse, Bind, Describe and Execute wait for the Sync, Flush or
 * Query that requests an answer.
 */
export class FrontendStream {
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
