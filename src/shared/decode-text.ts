import { storableText } from "./storable-text.ts";

/** Number of bytes examined to detect a file's encoding. */
const LOOKED_AT = 8_192;

/**
 * Decodes a file's bytes to text. UTF-8 and UTF-16 are recognized by their byte order mark or by the pattern of their bytes. Anything else
 * is read as Windows-1252, which spreadsheets and old programs write. Never throws. The byte order mark is not part of the text; a
 * character that cannot be stored is not either.
 */
export function decodeText(bytes: Uint8Array): string {
  return storableText(decoded(bytes));
}

function decoded(bytes: Uint8Array): string {
  const order = utf16Order(bytes);
  if (order !== null) return new TextDecoder(order).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function utf16Order(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (bytes.length % 2 !== 0) return null;
  // In UTF-16, every space, digit and separator has a zero byte, always on the same side. In UTF-8, only a NUL is a zero byte.
  const sample = bytes.subarray(0, LOOKED_AT);
  let [even, odd] = [0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte === 0 && index % 2 === 0) even += 1;
    else if (byte === 0) odd += 1;
  }
  const enough = Math.max(2, sample.length / 40);
  if (odd >= enough && even * 10 <= odd) return "utf-16le";
  return even >= enough && odd * 10 <= even ? "utf-16be" : null;
}
