import { helpVocabulary, realWords } from "./help-phrases.ts";
import { wordClass } from "./help-word-classes.ts";
import { plainWords } from "./help-words.ts";
import { correctHelpWords } from "./help-spelling.ts";

/** How far apart two words still count as said together. */
const TOGETHER_WITHIN = 5;

/**
 * What the classifier of help sees in a text: its words without endings, their classes (see `wordClass`), neighbours, pairs
 * near each other, three and four letters in a row of words it does not know, and its form. Each once.
 * @param isKnown whether a word without its ending has a weight of its own
 */
export function helpFeatures(text: string, isKnown: (stem: string) => boolean): ReadonlySet<string> {
  const words = wordsOf(text);
  const stems = words.map(stem);
  const classes = words.map((word, index) => wordClass(word) ?? stems[index] ?? word);
  return new Set([
    ...stems,
    ...classes,
    ...neighbours(["^", ...stems, "$"], ["^", ...classes, "$"]),
    ...pairs(["^", ...classes, "$"]),
    ...stems.filter((word) => !isKnown(word)).flatMap(letters),
    ...form(text, words.length),
  ]);
}

/** The words of a text as the classifier knows them. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stem);
}

function wordsOf(text: string): string[] {
  // Every number is one word: an address, an age and a time say the same.
  return correctHelpWords(plainWords(text), helpVocabulary, realWords).map((word) =>
    /^\d/.test(word) ? "0" : word,
  );
}

/** Without the commonest endings of English, roughly: "breathing", "breathe" and "breathed" are one. */
export function stem(word: string): string {
  const bare = /.{3}ing$/.test(word) ? word.slice(0, -3) : word.replace(/(?<=.{3})(?:ed|es|(?<!s)s)$/, "");
  const short = bare.length > 3 ? bare.replace(/e$/, "") : bare;
  return short.length > 3 ? short.replace(/(.)\1$/, "$1") : short;
}

function neighbours(stems: readonly string[], classes: readonly string[]): string[] {
  return stems.flatMap((word, at) => {
    const kind = classes[at] ?? word;
    const [next, nextKind, afterNext, afterNextKind] = [
      stems[at + 1],
      classes[at + 1],
      stems[at + 2],
      classes[at + 2],
    ];
    return [
      ...(next === undefined
        ? []
        : [`${word} ${next}`, `${kind} ${nextKind}`, `${kind} ${next}`, `${word} ${nextKind}`]),
      ...(afterNext === undefined ? [] : [`${word}_${afterNext}`, `${kind}_${afterNextKind}`]),
    ];
  });
}

/** Two near each other, whichever comes first. */
function pairs(classes: readonly string[]): string[] {
  return classes.flatMap((one, at) =>
    classes
      .slice(at + 1, at + 1 + TOGETHER_WITHIN)
      .map((other) => (one < other ? `${one}&${other}` : `${other}&${one}`)),
  );
}

/** Three and four letters in a row, so that "brething" is still like "breathing". */
function letters(word: string): string[] {
  if (word.length < 4 || word.length > 20) return [];
  const marked = `<${word}>`;
  return [3, 4].flatMap((length) =>
    Array.from(
      { length: marked.length - length + 1 },
      (_, start) => `.${marked.slice(start, start + length)}`,
    ),
  );
}

/** People in panic write little, in capitals, without a full stop. */
function form(text: string, wordCount: number): string[] {
  const size = [3, 6, 12, 20].filter((limit) => wordCount >= limit).length;
  return [
    `#length ${size}`,
    ...(text.includes("?") ? ["#?"] : []),
    ...(text.includes("!") ? ["#!"] : []),
    ...((text.match(/\b[A-Z]{3,}\b/g)?.length ?? 0) >= 2 ? ["#capitals"] : []),
    ...(/^[A-Z]/.test(text) && text.endsWith(".") ? ["#sentence"] : []),
  ];
}
