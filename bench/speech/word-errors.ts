const DIGITS: Readonly<Record<string, string>> = {
  "7:30": "seven thirty",
  "9": "nine",
  "2": "two",
  "30": "thirty",
};

/**
 * Number of words that must be changed, added or removed to turn one text into the other (Levenshtein distance over words), and the number
 * of words spoken. Case and punctuation are ignored, and a number equals its digits.
 */
export function wordErrors(spoken: string, recognized: string): { errors: number; words: number } {
  const expected = wordsOf(spoken);
  const actual = wordsOf(recognized);
  let row = Array.from({ length: actual.length + 1 }, (_, index) => index);
  for (const [at, word] of expected.entries()) {
    const next = [at + 1];
    for (const [index, other] of actual.entries()) {
      const change = (row[index] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(change, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return { errors: row.at(-1) ?? 0, words: expected.length };
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[^\p{L}\d:]/gu, ""))
    .flatMap((word) => (DIGITS[word] ?? word).split(" "))
    .filter((word) => word !== "");
}
