/** A selection in a text, in UTF-16 units; without one, both are the cursor. */
export interface Selection {
  start: number;
  end: number;
}

/** Appends spoken words to typed text. */
export function appendSpoken(written: string, spoken: string): string {
  return insertSpoken(written, spoken, { start: written.length, end: written.length }).text;
}

/**
 * Puts spoken words in the place of a selection, with a space before and after them where one is needed.
 * @returns the text, and the cursor behind the words
 */
export function insertSpoken(
  written: string,
  spoken: string,
  { start, end }: Selection,
): { text: string; cursor: number } {
  const words = spoken.trim();
  if (words === "") return { text: written, cursor: end };
  const before = written.slice(0, start);
  const after = written.slice(end);
  if (`${before}${after}`.trim() === "") return { text: words, cursor: words.length };
  const lead = /(?:^|[\s([{“‘])$/.test(before) ? "" : " ";
  const trail = /^(?:$|[\s,.;:!?)\]}”’])/.test(after) ? "" : " ";
  const head = `${before}${lead}${words}`;
  return { text: `${head}${trail}${after}`, cursor: head.length };
}
