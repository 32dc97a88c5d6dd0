/** BM25's usual saturation constant, and a low length weight: the texts here are short, so length matters little. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.4;

/** Inverse document frequency: the fewer texts contain a word, the more a match is worth. */
export function rarity(texts: number, withWord: number): number {
  return Math.log(1 + (texts - withWord + 0.5) / (withWord + 0.5));
}

/**
 * BM25 term frequency: each repetition of a word adds less, and a match in a long text counts less.
 * @param length number of words in the text divided by the mean
 */
export function saturated(count: number, length: number): number {
  return (count * (SATURATION + 1)) / (count + SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length));
}
