/** A line no honest provider sends: thrown before it can fill the memory. */
export class LineTooLongError extends Error {}

/**
 * Cuts a byte stream into lines. UTF-8 characters and lines may be cut anywhere by chunk borders; `\n` and `\r\n` end a
 * line; the last line may lack its end.
 */
export class LineSplitter {
  readonly #decoder = new TextDecoder();
  readonly #maxLength: number;
  #rest = "";

  /** @param maxLength UTF-16 units of a line */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /**
   * The lines that a chunk completes.
   * @throws LineTooLongError as soon as a line is too long, finished or not
   */
  push(chunk: Uint8Array): string[] {
    const lines = this.#decoder.decode(chunk, { stream: true }).split("\n");
    lines[0] = this.#rest + (lines[0] ?? "");
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > this.#maxLength || lines.some((line) => line.length > this.#maxLength)) {
      throw new LineTooLongError(`a line of more than ${this.#maxLength} characters`);
    }
    return lines.map(withoutCarriageReturn);
  }

  /** The last line, when it lacks its end. */
  end(): string[] {
    const last = this.#rest + this.#decoder.decode();
    return last === "" ? [] : [withoutCarriageReturn(last)];
  }
}

function withoutCarriageReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
