import type { MemoryType } from "./contract.ts";

/** Characters as a person counts them: an emoji is one. */
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
const LEAST = 10;
/** What is not simply worth knowing has to say more than this. */
const SHORT = 20;
/** Longest text of a memory, in UTF-16 units. */
export const MAX_MEMORY = 2000;

/**
 * Why a text is too short to be kept, with the count; null when it is long enough. A memory has at least 10 characters, and
 * more than 20 unless it is of the type `want-to-know`.
 */
export function tooShort(type: MemoryType, content: string): string | null {
  const length = [...characters.segment(content.trim())].length;
  const needed = type === "want-to-know" ? LEAST : SHORT + 1;
  return length >= needed
    ? null
    : `Please say a little more: ${length} of at least ${needed} characters so far.`;
}
