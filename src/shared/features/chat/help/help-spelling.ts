import { closestWords } from "#shared/word-likeness.ts";

/**
 * Sets right what is one slip of the thumb (two in words of nine letters and more) away from a word of `vocabulary`: a
 * letter missing, doubled, wrong or swapped with its neighbour. The first letter must be right, and what is in
 * `realWords` stays.
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
