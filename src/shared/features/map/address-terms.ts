import type { StreetRef } from "./city.ts";
import { parseClock } from "./clock.ts";
import { streetNamePattern, streetOfName } from "./street-names.ts";

/** Places that an address may name by a word of their own. */
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

/** A piece of text with its place in it. `word` is anything an address is not made of. */
export type Token = { start: number; end: number } & (
  | Term
  | { type: "joiner"; text: string }
  | { type: "filler"; text: string }
  | { type: "empty" }
  | { type: "word" }
);

/**
 * Splits text into the terms addresses are made of, in order. A plaza or portal takes the time and letter right
 * before it ("7:30 G Plaza") as its own. Every character but blanks belongs to exactly one token; the positions
 * are those of the text given.
 */
export function tokenize(text: string): Token[] {
  const folded = fold(text);
  const tokens: Token[] = [];
  let position = 0;
  while (position < folded.length) {
    const token = tokenAt(folded, position);
    if (token) tokens.push(token);
    position = token?.end ?? position + 1;
  }
  return joinFeatures(tokens);
}

/** Lower case without accents, character for character, so that positions stay true. */
function fold(text: string): string {
  return text.replace(/[^]/gu, (character) => {
    const base = character
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/[’‘`´]/, "'")
      .toLowerCase();
    return base.length === character.length ? base : character;
  });
}

const featurePatterns: [FeatureKind, string][] = [
  ["route66", String.raw`(?:rte|route)\.?\s*66(?:\s+(?:qrtr|quarter)\s+(?:one|two|three|four|[1-4]))?`],
  ["ringRoad", String.raw`rod'?s\s+(?:ring\s+)?r(?:oa)?d|ring\s+road`],
  ["innerCircle", String.raw`inner\s+circle`],
  ["centerCampPlaza", String.raw`cent(?:er|re)\s+camp(?:\s+(?:plaza|cafe))?`],
  ["airport", String.raw`airport(?:\s+r(?:oa)?d)?`],
  ["gate", String.raw`(?:(?:main|front)\s+)?gate(?:\s+r(?:oa)?d)?`],
  ["plaza", String.raw`(?:(?:public|civic)\s+)?plaza`],
  ["portal", "portal"],
  ["landmark", String.raw`(?:the\s+)?(?:man|temple)`],
];

// `\b` after a term must not stop before an apostrophe: the I of "I'm" is no street.
const patterns: [string, RegExp][] = [
  ["distance", String.raw`(?<feet>\d{1,5})\s*(?:'|ft\b|feet\b)`],
  ["time", String.raw`\d{1,2}[:.]\d{2}(?![\d:.]*\d)`],
  ...featurePatterns.map(([kind, source]): [string, string] => [kind, String.raw`(?:${source})\b(?!')`]),
  ["street", String.raw`(?:${streetNamePattern}|[a-l])\b(?!['’-]\w)`],
  ["empty", String.raw`(?:none|null|undefined|n\/a|tbd|tba)\b`],
  ["joiner", String.raw`(?:and|at)\b|[&@,/+]`],
  [
    "filler",
    String.raw`(?:the|of|on|near|by|off|along|corner|street|st|open|playa|mid|block|midblock)\b|[-–.:;()]`,
  ],
  ["word", String.raw`[\p{L}\p{N}_':.-]+|[^\s]`],
].map(([type = "", source = ""]) => [type, new RegExp(source, "uy")]);

function tokenAt(folded: string, start: number): Token | null {
  if (/\s/.test(folded.charAt(start))) return null;
  for (const [type, pattern] of patterns) {
    pattern.lastIndex = start;
    const match = pattern.exec(folded);
    if (match) return toToken(type, match[0], { start, end: pattern.lastIndex }, match.groups?.["feet"]);
  }
  return { type: "word", start, end: start + 1 };
}

function toToken(type: string, text: string, place: { start: number; end: number }, feet?: string): Token {
  if (type === "distance") return { ...place, type, feet: Number(feet) };
  if (type === "time") {
    const time = text.replace(".", ":").replace(/^0/, "");
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

/** Gives each plaza and portal the time and street that stand right before it. */
function joinFeatures(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    if (token.type !== "feature" || (token.kind !== "plaza" && token.kind !== "portal")) {
      joined.push(token);
      continue;
    }
    let feature = { ...token };
    const street = joined.at(-1);
    if (street?.type === "street" && token.kind === "plaza" && !token.name.includes(" ")) {
      feature = { ...feature, street: street.street, start: street.start };
      joined.pop();
    }
    const time = joined.at(-1);
    if (time?.type === "time") {
      feature = { ...feature, time: time.time, start: time.start };
      joined.pop();
    }
    joined.push(feature);
  }
  return joined;
}
