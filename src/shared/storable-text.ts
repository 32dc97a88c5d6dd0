import { isPlainObject } from "./json-fields.ts";

// Text from outside (a model, a speech engine, another service, a file) may contain characters that Postgres rejects: NUL in any text, and
// half of a surrogate pair in JSON. All such text passes through here.

/** The text without NUL, with U+FFFD in place of each half of a surrogate pair. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** The same JSON value with every text and field name made storable. */
export function storable(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (!isPlainObject(value)) return value; // also a file of a form
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [storableText(name), storable(field)]),
  );
}

/** `JSON.parse` for JSON from outside: every text in it is storable. @throws SyntaxError */
export function parseStorable(json: string, revive?: (name: string, value: unknown) => unknown): unknown {
  const value: unknown = JSON.parse(json, revive);
  // Large files rarely have such an escape, and JSON text has these characters in no other form.
  return /\\u(?:0000|d[89a-f])/i.test(json) || !json.isWellFormed() ? storable(value) : value;
}

export interface StorableStream {
  /** Reads the next chunk and returns the certain part: the first half of a pair waits for the second. */
  push(chunk: string): string;
  /** Returns the rest. */
  end(): string;
}

/** `storableText` for text that arrives in chunks, wherever they split it. */
export function createStorableStream(): StorableStream {
  let half = "";
  return {
    push(chunk) {
      const text = half + chunk.replaceAll("\0", "");
      half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? "";
      return text.slice(0, text.length - half.length).toWellFormed();
    },
    end() {
      const rest = half.toWellFormed();
      half = "";
      return rest;
    },
  };
}
