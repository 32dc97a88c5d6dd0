import { helpFeatures } from "./help-features.ts";
import { type HelpKind, helpKinds } from "./help-kinds.ts";
import type { PatternFind } from "./help-patterns.ts";
import { learned } from "./help-weights.ts";

/** A model as the page loads it, written by bench/train-help.ts. */
export interface PackedModel {
  bias: number;
  /** What one level of a weight is worth. */
  step: number;
  /**
   * Its features in ascending order, as the gaps between them in `GAP_SIGNS`; the last sign goes on. By their hashes, and in a
   * model of a kind by their place among the features of danger.
   */
  gaps: string;
  /** One letter a feature, in their order: A-Z are -1 to -26 levels, a-z 0 to 25. */
  levels: string;
}

export interface LinearModel {
  bias: number;
  /** By `featureHash`. */
  weights: ReadonlyMap<number, number>;
}

/** What is written for 0 to 63. */
export const GAP_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Words of two letters or more that a text without a find has to have. */
const FEWEST_WORDS = 3;

/** A million hashes: about one feature in eighty that was never learned has the weight of another. */
const HASH_BITS = 20;

/** FNV-1a (Fowler, Noll, Vo), its upper bits. Names would weigh three times as much on the page. */
export function featureHash(feature: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < feature.length; at += 1) {
    hash = Math.imul(hash ^ feature.charCodeAt(at), 16_777_619);
  }
  return Math.imul(hash ^ (hash >>> 15), 2_246_822_519) >>> (32 - HASH_BITS);
}

/** The features of a text in which the patterns written by hand found something. */
export function patternFeatures(found: readonly PatternFind[]): string[] {
  const names = found.flatMap(({ kind, list }) => [`#${list}`, `#${list} ${kind}`, `#pattern ${kind}`]);
  return [...new Set(names)];
}

const danger = unpacked(learned.danger, (hash) => hash);
const places = [...danger.weights.keys()];
const kinds = helpKinds.map((kind) => ({
  kind,
  model: unpacked(learned.kinds[kind], (place) => places[place] ?? 0),
}));

/**
 * Whether a text of a few sentences tells of danger, and of which kind most likely, by logistic regression (Hastie, Tibshirani,
 * Friedman, The Elements of Statistical Learning, 4.4) over `helpFeatures`. The weights are learned beforehand by
 * bench/train-help.ts; nothing is learned here.
 * @param found what the patterns written by hand found in it: features among the others, and they name the kind
 */
export function classifyDanger(text: string, found: readonly PatternFind[]): HelpKind | null {
  // A name, an address or a word or two says too little for weights: there only patterns count.
  if (found.length === 0 && (text.match(/\p{L}{2,}/gu) ?? []).length < FEWEST_WORDS) return null;
  const isKnown = (stem: string) => danger.weights.has(featureHash(stem));
  const features = [...helpFeatures(text, isKnown), ...patternFeatures(found)].map(featureHash);
  if (logOdds(danger, features) <= learned.threshold) return null;
  return found[0]?.kind ?? likeliestKind(features);
}

function likeliestKind(features: readonly number[]): HelpKind {
  const scored = kinds.map(({ kind, model }) => ({ kind, odds: logOdds(model, features) }));
  // The card of an emergency says the most for the most.
  return scored.reduce((best, each) => (each.odds > best.odds ? each : best), {
    kind: "emergency",
    odds: learned.sureOfKind,
  }).kind;
}

/** The sum of the weights, for a text of any length: features are divided by the root of their number. */
export function logOdds({ bias, weights }: LinearModel, features: readonly number[]): number {
  const sum = features.reduce((total, feature) => total + (weights.get(feature) ?? 0), 0);
  return bias + sum / Math.sqrt(Math.max(1, features.length));
}

function unpacked({ bias, step, gaps, levels }: PackedModel, hashOf: (at: number) => number): LinearModel {
  const weights = new Map<number, number>();
  const last = GAP_SIGNS.length - 1;
  let at = 0;
  for (const sign of gaps) {
    const gap = GAP_SIGNS.indexOf(sign);
    at += gap;
    if (gap === last) continue;
    const letter = levels.charCodeAt(weights.size);
    weights.set(hashOf(at), (letter >= 97 ? letter - 97 : 64 - letter) * step);
  }
  return { bias, weights };
}
