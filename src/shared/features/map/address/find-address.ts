import { type Address, assembleAddress, blank, termsOf } from "./address.ts";
import { type Token, tokenize } from "./address-terms.ts";
import type { City } from "../city/city.ts";

export type FoundAddress = {
  address: Address;
  /** Position of the address in the sentence: from `start` up to `end`, exclusive. */
  start: number;
  end: number;
};

/** Longer texts are cut off: the address in a user's question is near the start. */
const maxSentenceLength = 2_000;

/**
 * The first address inside a free sentence: "near 7:30", "7:30 and Enchant", "camps at 9:45 & E", "the 3:00 G plaza". A whole street counts
 * when it is clearly meant ("near 7:30", "along Esplanade"), but an intersection or a named place takes precedence. Times of day ("7:30
 * pm", "from 9:00 to 10:00") and the words "a" and "I" are not streets. The city determines which street names count without a time. Null
 * when there is no address; never throws.
 */
export function findAddress(city: City, sentence: string): FoundAddress | null {
  const text = sentence.slice(0, maxSentenceLength);
  const runs = addressRuns(text, tokenize(text));
  let wholeStreet: FoundAddress | null = null;
  for (const run of runs) {
    const place = placeOfRun(run);
    const address = assembleAddress(termsOf(run));
    if (address.kind !== "unknown" && isMeant(text, run, address)) return { address, ...place };
    wholeStreet ??= findWholeStreet(city, text, run);
  }
  return wholeStreet;
}

/** Runs of the sentence that consist only of address terms, joiners and fillers, split at doubtful terms. */
function addressRuns(text: string, tokens: Token[]): Token[][] {
  const runs: Token[][] = [];
  let run: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === "word" || token.type === "empty" || isDoubtful(text, tokens, index)) {
      runs.push(run);
      run = [];
    } else {
      run.push(token);
    }
  }
  return [...runs, run].filter((candidate) => termsOf(candidate).length > 0);
}

/** A term that reads as an address in a location string but as something else in a sentence. */
function isDoubtful(text: string, tokens: Token[], index: number): boolean {
  const token = tokens[index];
  if (token?.type === "time") return isTimeOfDay(text, token) && !hasStreetBeside(text, tokens, index);
  if (token?.type === "street" && token.end - token.start === 1) return isPlainWord(text, tokens, index);
  return false;
}

function isTimeOfDay(text: string, { start, end }: Token): boolean {
  const isAfter =
    /^\s*(?:[ap]\.?m\b|o'?clock|h\b|uhr\b|tonight|today|tomorrow|in the|(?:-|–|to|until|till)\s*\d)/i;
  const isBefore =
    /(?:\b(?:from|until|till|before|after|since|(?<!(?:clos|near)(?:e|er|est) |next )to)|[-–])\s*$/i;
  // "Near 3:45 tomorrow" is a street, not a time of day.
  const isNear = /\b(?:near|close to|closest to|next to)\s*$/i;
  const before = text.slice(Math.max(0, start - 12), start);
  return !isNear.test(before) && (isAfter.test(text.slice(end)) || isBefore.test(before));
}

/** "From 7:30 & E" names an intersection: a time of day has no street. */
function hasStreetBeside(text: string, tokens: Token[], index: number): boolean {
  return ([1, -1] as const).some((step) => {
    const isJoined = tokens[index + step]?.type === "joiner";
    const beside = index + (isJoined ? 2 * step : step);
    const token = tokens[beside];
    return token?.type === "street" && (token.end - token.start > 1 || !isPlainWord(text, tokens, beside));
  });
}

/**
 * A single letter is a street only beside a time. "a" and "I" are also words: they need a sign such as "&", or must be capitals at the end
 * of the phrase ("7:30 and A").
 */
function isPlainWord(text: string, tokens: Token[], index: number): boolean {
  const letter = tokens[index];
  if (!letter) return true;
  const before = neighbour(tokens, index, -1);
  const after = neighbour(tokens, index, 1);
  const isBeside = before.isTime || after.isTime;
  if (!isBeside) return true;
  const written = text.slice(letter.start, letter.end);
  if (!/[aiAI]/.test(written) || (before.isTime && before.hasSign) || (after.isTime && after.hasSign))
    return false;
  const next = tokens[index + 1];
  return /[ai]/.test(written) || !before.isTime || next?.type === "word" || next?.type === "feature";
}

/** The term next to a token, skipping at most one joiner. */
function neighbour(tokens: Token[], index: number, step: 1 | -1): { isTime: boolean; hasSign: boolean } {
  const next = tokens[index + step];
  const beyond = next?.type === "joiner" ? tokens[index + 2 * step] : next;
  const isTime = beyond?.type === "time" || (beyond?.type === "feature" && beyond.time !== null);
  return { isTime, hasSign: next?.type === "joiner" && /[&@/+]/.test(next.text) };
}

/** "The man", "a gate" and "a plaza" may also mean a person, a door and a square. */
function isMeant(text: string, run: Token[], address: Address): boolean {
  const feature = run.find((token) => token.type === "feature");
  if (!feature || address.time !== null || address.street !== null) return true;
  const written = text.slice(feature.start, feature.end);
  switch (feature.kind) {
    case "plaza":
    case "portal":
      return address.plazaTime !== null;
    case "landmark":
      return /(?:Man|Temple|[Tt]he\s+temple)$/.test(written);
    case "gate":
      return written.includes(" ") || written.startsWith("G");
    case "centerCampPlaza":
    case "ringRoad":
    case "innerCircle":
    case "route66":
    case "airport":
      return true;
  }
}

function findWholeStreet(city: City, text: string, run: Token[]): FoundAddress | null {
  for (const [index, token] of run.entries()) {
    const place = { start: token.start, end: token.end };
    if (token.type === "time") {
      return { address: { ...blank("radial"), time: token.time, frontage: "radial" }, ...place };
    }
    if (token.type !== "street") continue;
    const before = run[index - 1];
    const name = text.slice(token.start, token.end).toLowerCase();
    const isNamedHere = city.streets.some((street) => street.name.toLowerCase() === name);
    const isPlace = before?.type === "filler" || (before?.type === "joiner" && before.text === "at");
    if (isNamedHere && isPlace) {
      return { address: { ...blank("annular"), street: token.street, frontage: "annular" }, ...place };
    }
  }
  return null;
}

function placeOfRun(run: Token[]): { start: number; end: number } {
  const terms = run.filter((token) => token.type !== "joiner" && token.type !== "filler");
  return { start: terms[0]?.start ?? 0, end: terms.at(-1)?.end ?? 0 };
}
