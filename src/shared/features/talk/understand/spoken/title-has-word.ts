import { amountsIn } from "../read-amount.ts";
import { isEmptyWord } from "../subject.ts";

/** Whether a title has this word, give or take two letters at its end: "foldy" is in "Loaner bike, folding". */
export function titleHasWord(title: string, word: string): boolean {
  const start = word.slice(0, Math.max(4, word.length - 2));
  return title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((each) => each.startsWith(start));
}

/** Whether a text is about a thing the user refuses: it has all words of the refusal, or its size or number ("the 6 m one", "that set of 40"). */
export function isRefused(text: string, without: readonly string[]): boolean {
  return without.some((refused) => {
    const [size] = amountsIn(refused);
    if (size !== undefined)
      return amountsIn(text).some(({ value, unit }) => unit === size.unit && value === size.value);
    const words = refused.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "" && !isEmptyWord(word));
    const numbers = words.filter((word) => /^\d{2,}$/.test(word));
    const wanted = numbers.length > 0 ? numbers : words;
    return wanted.length > 0 && wanted.every((word) => titleHasWord(text, word));
  });
}
