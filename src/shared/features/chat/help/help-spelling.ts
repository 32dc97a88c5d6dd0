import { closestWords } from "#shared/word-likeness.ts";

/**
 * Corrects words that are one typo (two in words of nine letters or more) away from a word of `vocabulary`: a letter missing, doubled,
 * wrong or swapped with its neighbor. The first letter must be right, and words in `realWords` stay unchanged.
 * @param words lower case
 */
export function correctHelpWords(
  words: readonly string[],
  vocabulary: readonly string[],
  realWords: ReadonlySet<string>,
): string[] {
  return words.map((word) => {
    if (word.length < 6 || realWords.has(word)) return word;
    const alike = vocabulary.filter((known) => known.startsWith(word.charAt(0)));
    return closestWords(word, alike, (known) => (known.length >= 9 ? 2 : 1))[0] ?? word;
  });
}
