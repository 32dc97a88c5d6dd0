import { helpVocabulary, realWords } from "./help-phrases.ts";
import { wordClass } from "./help-word-classes.ts";
import { plainWords } from "./help-words.ts";
import { correctHelpWords } from "./help-spelling.ts";

/** The maximum distance, in words, at which two words count as a pair. */
const TOGETHER_WITHIN = 5;

/**
 * The features of a text for the help classifier, each once: stems, word classes (see `wordClass`), neighbors, pairs of nearby words,
 * letter trigrams and 4-grams of unknown words, and features of form.
 * @param isKnown whether a stem has its own weight
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

/** The stems of a text's words, as the classifier uses them. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stem);
}

function wordsOf(text: string): string[] {
  // All numbers become the same word: it does not matter whether a number is an address, an age or a time.
  return correctHelpWords(plainWords(text), helpVocabulary, realWords).map((word) =>
    /^\d/.test(word) ? "0" : word,
  );
}

/** Roughly removes the most common English endings: "breathing", "breathe" and "breathed" get the same stem. */
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

/** Two classes near each other, in either order. */
function pairs(classes: readonly string[]): string[] {
  return classes.flatMap((one, at) =>
    classes
      .slice(at + 1, at + 1 + TOGETHER_WITHIN)
      .map((other) => (one < other ? `${one}&${other}` : `${other}&${one}`)),
  );
}

/** Letter trigrams and 4-grams, so that "brething" still resembles "breathing". */
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

/** In a panic, people write short messages, in capitals and without a full stop. */
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
