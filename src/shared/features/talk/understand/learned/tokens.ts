import { amountsIn, numberWords } from "../read-amount.ts";

/** A word or sign of a message. */
export interface Token {
  /** As written, in plain words. */
  word: string;
  /** The form the models use: all numbers, weekdays and places become one word each. */
  seen: string;
  /** Index of the address; null for a word. */
  place: number | null;
}

/** An address in the text: this sign, followed by its number (see `readPlaces`). */
const PLACE_SIGN = 0xe000;
const TOKEN = /\uE000.|\d+(?:[.,:]\d+)+\p{L}*|[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*|[?!.,;:&+⦃⦄]/gu;
const DAYS = /^(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|nesday|rsday|urday)?s?$/;

/** @param text in plain words, with a sign for each address */
export function tokensOf(text: string): Token[] {
  const tokens = (text.match(TOKEN) ?? []).map((word) => {
    if (word.charCodeAt(0) === PLACE_SIGN)
      return { word, seen: "@place", place: word.charCodeAt(1) - PLACE_SIGN - 1 };
    return { word, seen: seenAs(word), place: null };
  });
  return tokens.map((token, at) => (isOfAmount(tokens, at) ? { ...token, seen: "@size" } : token));
}

/** "2kw", or a number followed by its unit. */
function isOfAmount(tokens: readonly Token[], at: number): boolean {
  const word = (ahead: number) => tokens[at + ahead]?.word ?? "";
  const isPair = (first: string, second: string) =>
    (/^\d[\d.,]*$/.test(first) || numberWords.includes(first)) && amountsIn(`${first} ${second}`).length > 0;
  return (
    (/^\d/.test(word(0)) && amountsIn(word(0)).length > 0) ||
    isPair(word(0), word(1)) ||
    isPair(word(-1), word(0))
  );
}

function seenAs(word: string): string {
  if (DAYS.test(word)) return "@day";
  return word.replaceAll(/\d+(?:[.,:]\d+)*/g, "0");
}

/** Roughly removes the most common English endings: "ladders" and "ladder" get the same stem. */
export function stemOf(seen: string): string {
  if (seen.length < 5 || seen.startsWith("@")) return seen;
  return seen.replace(/(?:'s|(?<=.{3})(?:ing|ed|es|(?<!s)s))$/, "").replace(/(?<=.{3})e$/, "");
}
