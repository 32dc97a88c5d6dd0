import { helpFeatures } from "./help-features.ts";
import { type HelpKind, helpKinds } from "./help-kinds.ts";
import type { PatternFind } from "./help-patterns.ts";
import { learned } from "./help-weights.ts";

/** A model in the form the page loads, written by bench/train-help.ts. */
export interface PackedModel {
  bias: number;
  /** Number of features. */
  count: number;
  /** Value of one level of a weight. */
  step: number;
  /** The levels, most frequent first. */
  levels: readonly number[];
  /**
   * The features in ascending order, as base64 of their bits: for each the gap to the one before it, then the place of its level in
   * `levels`, both in Rice coding (R. F. Rice, 1979). A feature is given by its hash, and in the model of a kind by its index among the
   * features of the danger model.
   */
  bits: string;
}

/** Low bits of a Rice code, for gaps and for places of levels: those that make the codes shortest. */
export const RICE = { gap: 6, level: 2 } as const;

export interface LinearModel {
  bias: number;
  /** Keyed by `featureHash`. */
  weights: ReadonlyMap<number, number>;
}

/** The digits of base64, six bits each (RFC 4648). */
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The minimum number of words, of two letters or more, for scoring a text without a pattern match. */
const FEWEST_WORDS = 3;

/** 2^20 is about a million hashes: about one in eighty features not seen in training collides with a learned one and gets its weight. */
const HASH_BITS = 20;

/** The upper bits of an FNV-1a hash (Fowler, Noll, Vo). Storing feature names would make the model three times as large on the page. */
export function featureHash(feature: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < feature.length; at += 1) {
    hash = Math.imul(hash ^ feature.charCodeAt(at), 16_777_619);
  }
  return Math.imul(hash ^ (hash >>> 15), 2_246_822_519) >>> (32 - HASH_BITS);
}

/** Features for the handwritten patterns that match a text. */
export function patternFeatures(found: readonly PatternFind[]): string[] {
  const names = found.flatMap(({ kind, list, places }) => [
    `#${list}`,
    `#${list} ${kind}`,
    `#pattern ${kind}`,
    ...places.map((place) => `#${list} ${kind} ${place}`),
  ]);
  return [...new Set(names)];
}

const danger = unpacked(learned.danger, (hash) => hash);
const places = [...danger.weights.keys()];
const kinds = helpKinds.map((kind) => ({
  kind,
  model: unpacked(learned.kinds[kind], (place) => places[place] ?? 0),
}));

/**
 * Whether a text of a few sentences is about danger, and the most likely kind. Uses logistic regression (Hastie, Tibshirani, Friedman, The
 * Elements of Statistical Learning, 4.4) over `helpFeatures`. bench/train-help.ts learns the weights beforehand; nothing is learned at run
 * time.
 * @param found matches of the handwritten patterns: they are features like the others, and they determine the kind
 * @param more log odds by which the text must be likelier to be about danger than others
 */
export function classifyDanger(text: string, found: readonly PatternFind[], more: number): HelpKind | null {
  // A name, an address or a word or two is too short for weights. Only patterns count there.
  if (found.length === 0 && (text.match(/\p{L}{2,}/gu) ?? []).length < FEWEST_WORDS) return null;
  const isKnown = (stem: string) => danger.weights.has(featureHash(stem));
  const features = [...helpFeatures(text, isKnown), ...patternFeatures(found)].map(featureHash);
  if (logOdds(danger, features) <= learned.threshold + more) return null;
  return found[0]?.kind ?? likeliestKind(features);
}

function likeliestKind(features: readonly number[]): HelpKind {
  const scored = kinds.map(({ kind, model }) => ({ kind, odds: logOdds(model, features) }));
  // The emergency card is the default: it has advice for the most situations.
  return scored.reduce((best, each) => (each.odds > best.odds ? each : best), {
    kind: "emergency",
    odds: learned.sureOfKind,
  }).kind;
}

/** The sum of the weights. Features are divided by the square root of their number, so texts of any length are comparable. */
export function logOdds({ bias, weights }: LinearModel, features: readonly number[]): number {
  const sum = features.reduce((total, feature) => total + (weights.get(feature) ?? 0), 0);
  return bias + sum / Math.sqrt(Math.max(1, features.length));
}

function unpacked(
  { bias, count, step, levels, bits }: PackedModel,
  hashOf: (at: number) => number,
): LinearModel {
  const digits = Array.from(bits, (sign) => BASE64.indexOf(sign));
  let next = 0;
  const bit = () => {
    const digit = digits[Math.floor(next / 6)] ?? 0;
    const value = (digit >> (5 - (next % 6))) & 1;
    next += 1;
    return value;
  };
  // The high part as that many ones, then a zero and the low bits.
  const number = (low: number) => {
    let value = 0;
    while (bit() === 1) value += 1;
    for (let left = low; left > 0; left -= 1) value = value * 2 + bit();
    return value;
  };
  const weights = new Map<number, number>();
  let at = 0;
  for (let feature = 0; feature < count; feature += 1) {
    at += number(RICE.gap);
    weights.set(hashOf(at), (levels[number(RICE.level)] ?? 0) * step);
  }
  return { bias, weights };
}
