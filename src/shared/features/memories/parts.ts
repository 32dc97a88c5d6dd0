import { longestOf } from "./archive/archive-file.ts";
import type { MemorySource } from "./contract.ts";

/**
 * Splits a text into as few storable parts as possible, between paragraphs, otherwise sentences, otherwise words. Only the white space at a
 * cut is lost.
 */
export function partsOf(text: string, source: MemorySource): string[] {
  const most = longestOf(source);
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const end = cutOf(rest.slice(0, most));
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === "" ? parts : [...parts, rest];
}

/** Where to cut: never in the first half, to avoid too many parts. */
function cutOf(head: string): number {
  for (const separator of [/\n\s*\n/g, /\n/g, /[.!?]["')\]]?\s/g, /\s/g]) {
    const last = [...head.matchAll(separator)].at(-1);
    if (last !== undefined && last.index > head.length / 2) return last.index + last[0].length;
  }
  // Never between the two halves of a surrogate pair.
  const code = head.charCodeAt(head.length - 1);
  return code >= 0xd800 && code <= 0xdbff ? head.length - 1 : head.length;
}

/** "Title (2 of 3)"; for a text in one part only the title, or null. */
export function partTitle(title: string | null, index: number, count: number): string | null {
  if (count === 1) return title;
  return `${title ?? "Part"} (${index + 1} of ${count})`;
}

/**
 * The time of a part, an ISO instant. Parts are a second apart, so that they stay in order and two equal parts are two memories.
 * @param createdAt the text's own time, an ISO instant
 */
export function partTime(createdAt: string, index: number): string {
  return new Date(Date.parse(createdAt) + index * 1000).toISOString();
}
