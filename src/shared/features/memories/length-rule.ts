import type { MemoryType } from "./contract.ts";

/** Counts characters as users perceive them: an emoji is one. */
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
const LEAST = 10;
/** A memory of any type but `want-to-know` must be longer than this. */
const SHORT = 20;
/** Longest text of a memory, in UTF-16 units. */
export const MAX_MEMORY = 2000;

/**
 * The reason why a text is too short to be stored, with its length; null when it is long enough. A memory has at least 10 characters, and
 * more than 20 unless its type is `want-to-know`.
 */
export function tooShort(type: MemoryType, content: string): string | null {
  const length = [...characters.segment(content.trim())].length;
  const needed = type === "want-to-know" ? LEAST : SHORT + 1;
  return length >= needed
    ? null
    : `Please say a little more: ${length} of at least ${needed} characters so far.`;
}
