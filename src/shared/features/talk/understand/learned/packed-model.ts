/** A model with several classes in the form the page loads, written by bench/train-talk.ts. */
export interface PackedModel {
  classes: readonly string[];
  biases: readonly number[];
  /** Value of one level of a weight. */
  step: number;
  /**
   * Features in ascending order of their hashes, as the gaps between them: two of `GAP_SIGNS` each. The highest pair means that the gap
   * continues.
   */
  gaps: string;
  /** The weights of each feature in turn: a sign for the class (from `#` on) and a sign for the level. A space ends a feature. */
  weights: string;
}

export interface ClassModel {
  classes: readonly string[];
  biases: readonly number[];
  /** Keyed by `featureHash`: pairs of a class index and its weight. */
  weights: ReadonlyMap<number, readonly (readonly [at: number, weight: number])[]>;
}

/** Digits for the values 0 to 63. */
const GAP_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const LAST_GAP = GAP_SIGNS.length ** 2 - 1;
const FIRST_CLASS = 35;
/** Skipped: a backslash would be written as two characters. */
const BACKSLASH = 92;

const HASH_BITS = 21;

/** The upper bits of an FNV-1a hash (Fowler, Noll, Vo). Storing feature names would make the model three times as large on the page. */
export function featureHash(feature: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 16_777_619);
  return Math.imul(hash ^ (hash >>> 15), 2_246_822_519) >>> (32 - HASH_BITS);
}

/**
 * The sum of the weights for each class. Features are divided by the square root of their number, so texts of any length are comparable.
 */
export function scoresOf({ biases, weights }: ClassModel, features: readonly number[]): Float64Array {
  const sums = new Float64Array(biases.length);
  for (const feature of features)
    for (const [at, weight] of weights.get(feature) ?? []) sums[at] = (sums[at] ?? 0) + weight;
  const root = Math.sqrt(Math.max(1, features.length));
  return sums.map((sum, at) => (biases[at] ?? 0) + sum / root);
}

export function packed({ classes, biases, weights }: ClassModel, step: number): PackedModel {
  const rows = [...weights]
    .map(([hash, row]) => {
      const levels = row
        .map(([at, weight]) => [at, Math.round(weight / step)] as const)
        .filter(([, level]) => level !== 0);
      return [hash, levels.map(([at, level]) => `${classSign(at)}${levelSign(level)}`).join("")] as const;
    })
    .filter(([, row]) => row !== "")
    .toSorted(([one], [other]) => one - other);
  const gaps = rows.map(([hash], index) => {
    const gap = hash - (rows[index - 1]?.[0] ?? 0);
    return gapSigns(LAST_GAP).repeat(Math.floor(gap / LAST_GAP)) + gapSigns(gap % LAST_GAP);
  });
  return {
    classes,
    biases: biases.map((bias) => Number(bias.toFixed(2))),
    step,
    gaps: gaps.join(""),
    weights: rows.map(([, row]) => row).join(" "),
  };
}

export function unpacked({ classes, biases, step, gaps, weights }: PackedModel): ClassModel {
  const rows = weights.split(" ");
  const unpackedRows = new Map<number, (readonly [number, number])[]>();
  let hash = 0;
  for (let at = 0; at < gaps.length; at += 2) {
    const gap =
      GAP_SIGNS.indexOf(gaps.charAt(at)) * GAP_SIGNS.length + GAP_SIGNS.indexOf(gaps.charAt(at + 1));
    hash += gap;
    if (gap === LAST_GAP) continue;
    const row = rows[unpackedRows.size] ?? "";
    const pairs = Array.from({ length: row.length / 2 }, (_, pair) => {
      const level = row.charCodeAt(2 * pair + 1);
      return [classAt(row.charCodeAt(2 * pair)), (level >= 97 ? level - 96 : 64 - level) * step] as const;
    });
    unpackedRows.set(hash, pairs);
  }
  return { classes, biases, weights: unpackedRows };
}

function gapSigns(gap: number): string {
  return GAP_SIGNS.charAt(Math.floor(gap / GAP_SIGNS.length)) + GAP_SIGNS.charAt(gap % GAP_SIGNS.length);
}

function classSign(at: number): string {
  const code = FIRST_CLASS + at;
  return String.fromCharCode(code >= BACKSLASH ? code + 1 : code);
}

function classAt(code: number): number {
  return (code > BACKSLASH ? code - 1 : code) - FIRST_CLASS;
}

/** a-z are 1 to 26, A-Z are -1 to -26. */
function levelSign(level: number): string {
  const bounded = Math.max(-26, Math.min(26, level));
  return String.fromCharCode(bounded > 0 ? 96 + bounded : 64 - bounded);
}
