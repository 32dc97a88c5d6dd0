import type { MemoryType } from "./contract.ts";

/** Phrases that indicate a type, as listed in the specification. */
const phrases: readonly (readonly [MemoryType, RegExp])[] = [
  ["want-to-know", /\b(?:i want you to know|just so you know|remember that|keep in mind)\b/],
  ["looking-for", /\b(?:i(?: a|')?m looking for|can you find|where can i find|search for)\b/],
];

/** The type of a spoken text, by its first such phrase; otherwise the chosen type. */
export function intentOf(text: string, chosen: MemoryType): MemoryType {
  const plain = text
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/\s+/g, " ");
  let type = chosen;
  let first = Number.POSITIVE_INFINITY;
  for (const [meant, phrase] of phrases) {
    const at = phrase.exec(plain)?.index ?? Number.POSITIVE_INFINITY;
    if (at < first) [type, first] = [meant, at];
  }
  return type;
}
