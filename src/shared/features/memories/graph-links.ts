import { isFunctionWord } from "./keywords.ts";
import { termsAsWritten } from "#shared/features/search/search-terms.ts";

export interface Linkable {
  id: string;
  text: string;
  /** Time of the memory, in milliseconds since the epoch. */
  at: number;
}

/** Two memories and the cosine of their vectors. */
export interface NearPair {
  one: string;
  other: string;
  cosine: number;
}

export interface GraphLink {
  source: string;
  target: string;
  /** From 0 to 1. */
  strength: number;
  /** `suggested`: the nearest pairs, used when there are hardly any links. */
  type: "related" | "suggested";
  /** The reason, in words: "both say: shade, tarp". */
  reason: string;
}

/** The minimum cosine for links by meaning. Texts about different things reach 0.39. */
const LEAST_COSINE = 0.5;
/** Below this a suggestion does not give meaning as its reason. */
const SOME_COSINE = 0.2;
const LEAST_SHARED = 0.1;
/** A link is included while one of its ends has fewer links than this. */
const LINKS_EACH = 3;
const MAX_REASON_WORDS = 3;
const FEW_LINKS = 3;
const MOST_SUGGESTED = 5;
/** A word found in more memories than this is not even used for suggestions. */
const COMMON = 50;
const DAY_MS = 86_400_000;

interface Pair {
  source: Linkable;
  target: Linkable;
  /** Cosine of the word weights. */
  shared: number;
  /** Heaviest first. */
  words: { word: string; weight: number }[];
  /** Cosine of their vectors; 0 when unknown. */
  cosine: number;
}

/**
 * Links between memories, with reasons: memories that share rare words or are close in meaning. The same memories in any order give the
 * same links. When there are hardly any links, the nearest remaining pairs are suggested, at most five.
 */
export function linkMemories(memories: readonly Linkable[], near: readonly NearPair[]): GraphLink[] {
  const ordered = memories.toSorted((one, other) => one.at - other.at || compare(one.id, other.id));
  const rare = pairsOf(ordered, near, rarestOf(ordered.length));
  const related = strongest(rare.filter((pair) => strengthOf(pair) > 0)).map((pair) => relatedLink(pair));
  if (related.length >= FEW_LINKS || ordered.length <= 2) return related;
  const linked = new Set(related.map(({ source, target }) => keyOf(source, target)));
  const others = [...pairsOf(ordered, near, COMMON), ...inTime(ordered)];
  return [...related, ...suggestions(others, linked)];
}

/** The maximum number of memories that contain a rare word. */
function rarestOf(count: number): number {
  return Math.max(3, Math.min(8, Math.ceil(count * 0.05)));
}

function strengthOf({ shared, cosine }: Pair): number {
  return Math.max(shared >= LEAST_SHARED ? shared : 0, cosine >= LEAST_COSINE ? cosine : 0);
}

/** Strongest pairs first; a pair is skipped when both ends already have enough links. */
function strongest(pairs: readonly Pair[]): Pair[] {
  const counts = new Map<string, number>();
  const chosen: Pair[] = [];
  for (const pair of pairs.toSorted(
    (one, other) => strengthOf(other) - strengthOf(one) || byIds(one, other),
  )) {
    const [one, other] = [counts.get(pair.source.id) ?? 0, counts.get(pair.target.id) ?? 0];
    if (one >= LINKS_EACH && other >= LINKS_EACH) continue;
    counts.set(pair.source.id, one + 1);
    counts.set(pair.target.id, other + 1);
    chosen.push(pair);
  }
  return chosen;
}

function relatedLink(pair: Pair): GraphLink {
  const reasons = [
    ...(pair.shared >= LEAST_SHARED ? [quotedWords(pair)] : []),
    ...(pair.cosine >= LEAST_COSINE ? ["near in meaning"] : []),
  ];
  return linkOf(pair, "related", strengthOf(pair), reasons.join("; "));
}

function suggestions(pairs: readonly Pair[], linked: ReadonlySet<string>): GraphLink[] {
  const nearness = ({ shared, cosine }: Pair) => Math.max(shared, cosine >= SOME_COSINE ? cosine : 0);
  const gap = ({ source, target }: Pair) => Math.abs(target.at - source.at);
  const sorted = pairs.toSorted(
    (one, other) => nearness(other) - nearness(one) || gap(one) - gap(other) || byIds(one, other),
  );
  const taken = new Set(linked);
  const found: GraphLink[] = [];
  for (const pair of sorted) {
    const key = keyOf(pair.source.id, pair.target.id);
    if (found.length === MOST_SUGGESTED) break;
    if (taken.has(key)) continue;
    taken.add(key);
    found.push(linkOf(pair, "suggested", nearness(pair), suggestionReason(pair)));
  }
  return found;
}

function suggestionReason(pair: Pair): string {
  if (pair.words.length > 0) return quotedWords(pair);
  if (pair.cosine >= SOME_COSINE) return "nearest in meaning";
  const [one, other] = [pair.source.at, pair.target.at].map((at) => Math.floor(at / DAY_MS));
  return one === other ? "from the same day" : "one came after the other";
}

function quotedWords({ words }: Pair): string {
  return `both say: ${words
    .slice(0, MAX_REASON_WORDS)
    .map(({ word }) => word)
    .join(", ")}`;
}

function linkOf({ source, target }: Pair, type: GraphLink["type"], strength: number, reason: string) {
  return {
    source: source.id,
    target: target.id,
    strength: Math.round(Math.min(1, strength) * 1000) / 1000,
    type,
    reason,
  };
}

/** All pairs of memories that share a word found in at most `most` memories, or whose cosine is known. */
function pairsOf(ordered: readonly Linkable[], near: readonly NearPair[], most: number): Pair[] {
  const termsOfEach = ordered.map(({ text }) => termsAsWritten(text));
  const postings = new Map<string, number[]>();
  for (const [place, terms] of termsOfEach.entries())
    for (const [term, word] of terms)
      if (isTelling(term) && !isFunctionWord(word))
        postings.set(term, [...(postings.get(term) ?? []), place]);
  const weightOf = (documents: number) => Math.log(1 + ordered.length / documents);
  const lengths = ordered.map(() => 0);
  for (const places of postings.values())
    for (const place of places) lengths[place] = (lengths[place] ?? 0) + weightOf(places.length) ** 2;
  const pairs = new Map<string, Pair>();
  const pairAt = (one: number, other: number): Pair | undefined => {
    const [source, target] = [ordered[Math.min(one, other)], ordered[Math.max(one, other)]];
    if (source === undefined || target === undefined || source === target) return undefined;
    const key = keyOf(source.id, target.id);
    const pair = pairs.get(key) ?? { source, target, shared: 0, words: [], cosine: 0 };
    pairs.set(key, pair);
    return pair;
  };
  for (const [term, places] of postings) {
    if (places.length < 2 || places.length > most) continue;
    const weight = weightOf(places.length);
    for (const [index, one] of places.entries()) {
      for (const other of places.slice(index + 1)) {
        const pair = pairAt(one, other);
        pair?.words.push({ word: termsOfEach[one]?.get(term) ?? term, weight });
        if (pair !== undefined)
          pair.shared += weight ** 2 / Math.sqrt((lengths[one] ?? 1) * (lengths[other] ?? 1));
      }
    }
  }
  const placeById = new Map(ordered.map(({ id }, place) => [id, place]));
  for (const { one, other, cosine } of near) {
    const [first, second] = [placeById.get(one), placeById.get(other)];
    if (first === undefined || second === undefined) continue;
    const pair = pairAt(first, second);
    if (pair !== undefined) pair.cosine = Math.max(pair.cosine, cosine);
  }
  for (const { words } of pairs.values())
    words.sort((one, other) => other.weight - one.weight || compare(one.word, other.word));
  return [...pairs.values()];
}

/** Each memory with the one that follows it in time. */
function inTime(ordered: readonly Linkable[]): Pair[] {
  return ordered.flatMap((source, place) => {
    const target = ordered[place + 1];
    return target === undefined ? [] : [{ source, target, shared: 0, words: [], cosine: 0 }];
  });
}

/** Numbers and words of two letters do not link memories. */
function isTelling(term: string): boolean {
  return /\p{L}{3}/u.test(term) || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(term);
}

function keyOf(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

function byIds(one: Pair, other: Pair): number {
  return compare(one.source.id, other.source.id) || compare(one.target.id, other.target.id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
