/**
 * Puts right what is nearly a word of `vocabulary`: one slip in five to seven letters, two in eight or more, two letters
 * swapped in four, or a beginning of four letters or more (three before a full stop). A word that could be two others
 * stays as it is.
 * @param text in small letters without accents
 * @param vocabulary the words known, and for each what it means: two that mean the same are one
 */
export function correctSpelling(text: string, vocabulary: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\p{L}+/gu, (word, start: number) => {
    if (word.length < 3 || vocabulary.has(word)) return word;
    const isCut = text[start + word.length] === ".";
    return beginningOf(word, vocabulary, isCut) ?? nearest(word, vocabulary) ?? word;
  });
}

function beginningOf(word: string, vocabulary: ReadonlyMap<string, string>, isCut: boolean): string | null {
  if (word.length < (isCut ? 3 : 4)) return null;
  return onlyMeaning(
    [...vocabulary.keys()].filter((known) => known.startsWith(word)),
    vocabulary,
  );
}

function nearest(word: string, vocabulary: ReadonlyMap<string, string>): string | null {
  let least = Number.POSITIVE_INFINITY;
  let candidates: string[] = [];
  for (const known of vocabulary.keys()) {
    const allowed = slipsAllowed(word, known);
    if (Math.abs(word.length - known.length) > allowed) continue;
    const slips = countSlips(word, known);
    if (slips > allowed || slips > least) continue;
    candidates = slips < least ? [known] : [...candidates, known];
    least = slips;
  }
  return onlyMeaning(candidates, vocabulary);
}

function onlyMeaning(candidates: string[], vocabulary: ReadonlyMap<string, string>): string | null {
  const meanings = new Set(candidates.map((known) => vocabulary.get(known)));
  return meanings.size === 1 ? (candidates[0] ?? null) : null;
}

function slipsAllowed(word: string, known: string): number {
  const length = Math.max(word.length, known.length);
  if (length >= 8) return 2;
  if (length >= 5 && known.length >= 4) return 1;
  return length === 4 && lettersOf(word) === lettersOf(known) ? 1 : 0;
}

function lettersOf(word: string): string {
  return Array.from(word).toSorted().join("");
}

/** Letters to insert, leave out, change or swap with their neighbour to get from one word to the other. */
function countSlips(from: string, to: string): number {
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
