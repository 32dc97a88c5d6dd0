/** A piece of a stream. It is encoded once for all its listeners. */
export class WireText {
  readonly text: string;
  #bytes: Uint8Array | null = null;
  #chunk: Uint8Array | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get bytes(): Uint8Array {
    this.#bytes ??= Buffer.from(this.text);
    return this.#bytes;
  }

  /** As one chunk in HTTP/1.1 chunked encoding. */
  get chunk(): Uint8Array {
    this.#chunk ??= Buffer.from(`${Buffer.byteLength(this.text).toString(16)}\r\n${this.text}\r\n`);
    return this.#chunk;
  }
}
