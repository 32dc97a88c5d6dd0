import type { StreetRef } from "../city/city.ts";
import { trimEndOf } from "#shared/trim-end.ts";
import { plainLetters } from "#shared/plain-letters.ts";
import { parseClock } from "../city/clock.ts";
import { correctAddressWords } from "./address-spelling.ts";
import { streetNamePattern, streetOfName, streetWords } from "./street-names.ts";

/** Places that an address may name by a single word. */
export const featureKinds = [
  "plaza",
  "portal",
  "centerCampPlaza",
  "ringRoad",
  "innerCircle",
  "route66",
  "airport",
  "gate",
  "landmark",
] as const;
export type FeatureKind = (typeof featureKinds)[number];

export type Term =
  | { type: "time"; time: string }
  | { type: "street"; street: StreetRef }
  | { type: "distance"; feet: number }
  | { type: "feature"; kind: FeatureKind; time: string | null; street: StreetRef | null; name: string };

/** A piece of text with its position. `word` is anything that is not part of an address. */
export type Token = { start: number; end: number } & (
  | Term
  | { type: "joiner"; text: string }
  | { type: "filler"; text: string }
  | { type: "empty" }
  | { type: "word" }
);

/**
 * Splits text into the terms of addresses, in order. A plaza or portal takes the time and letter right before it ("7:30 G Plaza"). Every
 * character but spaces belongs to exactly one token. Positions refer to the given text.
 */
export function tokenize(text: string): Token[] {
  return joinFeatures(tokensOf(foldInPlace(text), patterns));
}

/**
 * Like `tokenize`, for a text that should contain only an address: spelling is corrected, times may lack minutes or the colon, and terms
 * may be written together. Positions are meaningless.
 */
export function tokenizeLocation(text: string): Token[] {
  const folded = foldInPlace(text.normalize("NFC"))
    .replaceAll("&amp;", "&")
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, " ")
    .replaceAll(/(?<![\p{L}'])([a-l])(?=(?:plaza|plz|portal)\b)/gu, "$1 ");
  return joinFeatures(tokensOf(correctAddressWords(withoutFacing(folded), vocabulary), locationPatterns));
}

/** "Facing" and the words after it describe a plot's orientation, not its location. */
function withoutFacing(folded: string): string {
  const facing = folded.search(/\bfacing\b/u);
  if (facing === -1) return folded;
  const isBlank = (character: string) => /[\s,;(-]/.test(character);
  const before = trimEndOf(folded.slice(0, facing), isBlank);
  const side = /\b(?:mid-?\s?block|corner)$/u.exec(before.slice(-"mid- block".length));
  return side === null ? before : trimEndOf(before.slice(0, -side[0].length), isBlank);
}

function tokensOf(folded: string, terms: readonly Pattern[]): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < folded.length) {
    const token = tokenAt(folded, position, terms);
    if (token) tokens.push(token);
    position = token?.end ?? position + 1;
  }
  return tokens;
}

/** Lower case without accents, character for character, so that positions stay correct. */
function foldInPlace(text: string): string {
  return text.replace(/[^]/gu, (character) => {
    const base = plainLetters(character.replace(/[`´ʹ]/, "'"));
    return base.length === character.length ? base : character;
  });
}

const featurePatterns: [FeatureKind, string][] = [
  [
    "route66",
    String.raw`(?:rte|rt|route)\.?[\s-]*66(?:\s+(?:qrtr|qtr|quarter)\.?\s+(?:one|two|three|four|[1-4]))?`,
  ],
  ["ringRoad", String.raw`rod'?s?[\s-]*(?:ring[\s-]*)?r(?:oa)?d|ring[\s-]*r(?:oa)?d`],
  ["innerCircle", String.raw`inner[\s-]*circle`],
  [
    "centerCampPlaza",
    String.raw`(?:cent(?:er|re)|ctr\.?|cntr\.?)[\s-]*camp(?:[\s-]*(?:plaza|cafe|plz))?|cc[\s-]*plaza`,
  ],
  ["airport", String.raw`airport(?:[\s-]*r(?:oa)?d)?`],
  ["gate", String.raw`(?:(?:main|front)\s+)?gates?(?:\s+r(?:oa)?d)?`],
  ["plaza", String.raw`(?:(?:public|civic)\s+)?(?:plaza|plz)`],
  ["portal", "portal"],
  ["landmark", String.raw`(?:the\s+)?(?:man|temple)`],
];

type Pattern = readonly [string, RegExp];

// `\b` after a term must not match before an apostrophe: the I of "I'm" is not a street.
const sources: [string, string][] = [
  ["distance", String.raw`(?<feet>\d{1,2},\d{3}|\d{1,5})\s*(?:'|ft\b|feet\b|foot\b)`],
  ["time", String.raw`\d{1,2}[:.]\d{2}(?![\d:.]*\d)`],
  ...featurePatterns.map(([kind, source]): [string, string] => [kind, String.raw`(?:${source})\b(?!')`]),
  ["street", String.raw`(?:${streetNamePattern}|[a-l])\b(?!['’-]\w)`],
  ["empty", String.raw`(?:none|null|undefined|n\/a|tbd|tba)\b`],
  ["joiner", String.raw`(?:and|at)\b|[&@,/+]`],
  [
    "filler",
    String.raw`(?:the|of|on|near|by|off|along|corner|street|st|open|playa|mid|block|midblock)\b|[-–.:;()]`,
  ],
];
const word: [string, string] = ["word", String.raw`[\p{L}\p{N}_':.-]+|[^\s]`];
const patterns = [...sources, word].map(compile);

/** Patterns that only a location string may contain, placed before and after those of a sentence. */
const locationPatterns: readonly Pattern[] = [
  ...sources.filter(([type]) => type === "distance"),
  ["time", String.raw`\d{1,2}\s?[:.;]\s?\d{2}(?:\s*:\s*00)?(?![\d:.]*\d)|\d{1,2}h\d{2}\b`] as [
    string,
    string,
  ],
  ...sources.filter(([type]) => type !== "distance"),
  ["street", String.raw`(?:${streetNamePattern}|[a-l])(?=-?\s*\d{1,2}(?:\s?[:.;h]?\d{2})?(?!\d))`] as [
    string,
    string,
  ],
  // "730", "1000", "7 o'clock", "7".
  [
    "time",
    String.raw`\d{3,4}(?![\d:.;'])|\d{1,2}(?:\s*o'?\s?clock\b|(?![\d:.;']|h\d|[\s-]*(?:ft|feet)))`,
  ] as [string, string],
  ["joiner", String.raw`(?:x|n|und|et|y|with)\b|[|\\*~]`] as [string, string],
  [
    "filler",
    String.raw`(?:o'?clock|road|rd|ave|avenue|blvd|lane|location|located|address|intersection|crossing|cross|between|around|about|approx|approximately|ish|deep|outer|inner|camp\s+is)\b|[—[\]{}"“”„«»!?…·•#=>]`,
  ] as [string, string],
  word,
].map(compile);

function compile([type, source]: readonly [string, string]): Pattern {
  return [type, new RegExp(source, "uy")];
}

/** The possible corrections of a typo. */
const vocabulary: ReadonlyMap<string, string> = new Map([
  ...streetWords,
  ...(
    "plaza portal airport temple center centre camp cafe ring road circle inner route quarter qrtr gate gates " +
    "public civic open playa corner street block near along none null undefined feet main front outer deep " +
    "within village the and about around between located location address intersection crossing clock oclock avenue"
  )
    .split(" ")
    .map((each): [string, string] => [each, each]),
]);

function tokenAt(folded: string, start: number, terms: readonly Pattern[]): Token | null {
  if (/\s/.test(folded.charAt(start))) return null;
  for (const [type, pattern] of terms) {
    pattern.lastIndex = start;
    const match = pattern.exec(folded);
    if (match) return toToken(type, match[0], { start, end: pattern.lastIndex }, match.groups?.["feet"]);
  }
  return { type: "word", start, end: start + 1 };
}

function toToken(type: string, text: string, place: { start: number; end: number }, feet?: string): Token {
  if (type === "distance") return { ...place, type, feet: Number(feet?.replace(",", "")) };
  if (type === "time") {
    const time = clockText(text);
    return parseClock(time) === null ? { ...place, type: "word" } : { ...place, type, time };
  }
  if (type === "street") {
    const street = streetOfName(text);
    return street === null ? { ...place, type: "word" } : { ...place, type, street };
  }
  if (type === "joiner" || type === "filler") return { ...place, type, text };
  const feature = featurePatterns.find(([kind]) => kind === type)?.[0];
  if (feature) return { ...place, type: "feature", kind: feature, time: null, street: null, name: text };
  return { ...place, type: type === "empty" ? "empty" : "word" };
}

/** Turns "7.30", "7h30", "7 : 30", "730", "07:30" and "7 o'clock" into "7:30" and "7:00". */
function clockText(text: string): string {
  const digits = text.replaceAll(/\D+/g, " ").trim();
  const [hour = "", minutes = "00"] = digits.includes(" ")
    ? digits.split(" ")
    : [digits.slice(0, digits.length > 2 ? -2 : undefined), digits.length > 2 ? digits.slice(-2) : undefined];
  return `${hour.replace(/^0/, "")}:${minutes}`;
}

/** Gives each plaza and portal the time and street right before it, or else right after it. */
function joinFeatures(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    const last = joined.at(-1);
    // The previous plaza has taken it.
    if (last !== undefined && last.end >= token.end) continue;
    if (token.type !== "feature" || (token.kind !== "plaza" && token.kind !== "portal")) {
      joined.push(token);
      continue;
    }
    let feature = { ...token };
    const isPlainPlaza = token.kind === "plaza" && !token.name.includes(" ");
    if (last?.type === "street" && isPlainPlaza) {
      feature = { ...feature, street: last.street, start: last.start };
      joined.pop();
    }
    const time = joined.at(-1);
    if (time?.type === "time") {
      feature = { ...feature, time: time.time, start: time.start };
      joined.pop();
    }
    joined.push(withFollowing(feature, tokens.slice(index + 1), isPlainPlaza));
  }
  return joined;
}

/** "7:30 Plaza G", "G Plaza 7:30 @ 4:30": a time after a plaza belongs to the plaza only when another time completes the address. */
function withFollowing(
  feature: Extract<Token, { type: "feature" }>,
  following: Token[],
  isPlainPlaza: boolean,
): Token {
  let found = feature;
  for (const token of following.slice(0, 2)) {
    const isOnlyTime = !following.some((other) => other.type === "time" && other !== token);
    if (token.type === "time" && found.time === null && !isOnlyTime) {
      found = { ...found, time: token.time, end: token.end };
    } else if (token.type === "street" && found.street === null && isPlainPlaza) {
      found = { ...found, street: token.street, end: token.end };
    } else {
      break;
    }
  }
  return found;
}
