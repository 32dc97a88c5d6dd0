import { stemOf, type Token } from "./tokens.ts";

/** Context of a message, as far as it helps to classify the message. */
export interface Before {
  /** Ability of the previous message; null at the start of a conversation. */
  ability: string | null;
  /** Number of items shown last: 0, 1, or 2 for several. */
  shown: 0 | 1 | 2;
}

const FEW_WORDS = 4;

/**
 * Features of a message for its classification: stems, neighbors, letters of unknown words, form, and the context, alone and combined with
 * each word. Each once.
 * @param marks hints found by handwritten rules (see `hintsIn`)
 * @param isKnown whether a stem has its own weight
 */
export function messageFeatures(
  tokens: readonly Token[],
  { ability, shown }: Before,
  marks: readonly string[],
  isKnown: (stem: string) => boolean,
): string[] {
  const stems = tokens.map(({ seen }) => stemOf(seen));
  const words = stems.filter((stem) => /[\p{L}\p{N}]/u.test(stem));
  const around = ["^", ...stems, "$"];
  const before = ability === null ? "start" : `${ability}${shown}`;
  const group = ability === null ? "start" : "goes on";
  const size = [2, 3, 5, 8, 13, 21].filter((limit) => words.length >= limit).length;
  return [
    ...new Set([
      ...stems,
      ...pairs(around, 1, " "),
      ...pairs(around, 2, "_"),
      ...words.filter((word) => !isKnown(word)).flatMap(letters),
      `#${size}`,
      `<${before}`,
      `<${ability ?? "start"}`,
      `<${group}`,
      `<${before} #${size}`,
      ...stems.map((stem) => `${group}<${stem}`),
      // The meaning of a short message depends on its context.
      ...(words.length > FEW_WORDS ? [] : stems.map((stem) => `${ability ?? "start"}<${stem}`)),
      ...marks,
      `^2 ${stems.slice(0, 2).join(" ")}<${group}`,
    ]),
  ];
}

function pairs(words: readonly string[], apart: number, sign: string): string[] {
  return words.slice(apart).map((word, at) => `${words[at] ?? ""}${sign}${word}`);
}

/** Letter trigrams and 4-grams, so that "tomorow" still resembles "tomorrow". */
function letters(word: string): string[] {
  if (word.length < 4 || word.length > 20 || word.startsWith("@")) return [];
  const marked = `<${word}>`;
  return [3, 4].flatMap((length) =>
    Array.from(
      { length: marked.length - length + 1 },
      (_, start) => `.${marked.slice(start, start + length)}`,
    ),
  );
}
