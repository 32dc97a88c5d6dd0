import { closestWords } from "#shared/word-likeness.ts";

/**
 * Corrects words that nearly match a word of `vocabulary`: one typo in five to seven letters, two in eight or more, two swapped letters in
 * four, or a prefix of four letters or more (three before a full stop). An ambiguous word stays unchanged.
 * @param text lower case, without accents
 * @param vocabulary the known words and the meaning of each: two words with the same meaning are not ambiguous
 */
export function correctAddressWords(text: string, vocabulary: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\p{L}+/gu, (word, start: number) => {
    if (word.length < 3 || vocabulary.has(word)) return word;
    const isCut = text[start + word.length] === ".";
    const closest = () => closestWords(word, vocabulary.keys(), (known) => slipsAllowed(word, known));
    return beginningOf(word, vocabulary, isCut) ?? onlyMeaning(closest(), vocabulary) ?? word;
  });
}

function beginningOf(word: string, vocabulary: ReadonlyMap<string, string>, isCut: boolean): string | null {
  if (word.length < (isCut ? 3 : 4)) return null;
  return onlyMeaning(
    [...vocabulary.keys()].filter((known) => known.startsWith(word)),
    vocabulary,
  );
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
