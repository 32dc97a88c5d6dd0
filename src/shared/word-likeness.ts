/** Lower case without accents: "Café" and "CAFE" become the same. The length may change. */
export function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/**
 * The known words closest in spelling to a misspelled one: all those with the fewest typos, in the order of the vocabulary.
 * @param mayDiffer the maximum number of typos by which a known word may differ
 */
export function closestWords(
  word: string,
  vocabulary: Iterable<string>,
  mayDiffer: (known: string) => number,
): string[] {
  let least = Number.POSITIVE_INFINITY;
  let closest: string[] = [];
  for (const known of vocabulary) {
    const allowed = mayDiffer(known);
    if (Math.abs(word.length - known.length) > allowed) continue;
    const slips = editDistance(word, known);
    if (slips > allowed || slips > least) continue;
    closest = slips < least ? [known] : [...closest, known];
    least = slips;
  }
  return closest;
}

/** Number of letters to insert, remove, change or swap with their neighbor to turn one word into the other (optimal string alignment). */
export function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      let slips = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwap) slips = Math.min(slips, (before[j - 2] ?? 0) + 1);
      next.push(slips);
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
