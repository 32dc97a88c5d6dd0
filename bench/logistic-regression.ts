/**
 * Logistic regression with an elastic net (Zou and Hastie, Regularization and variable selection via the elastic net, 2005), trained with
 * AdaGrad (Duchi, Hazan and Singer, Adaptive subgradient methods, 2011).
 */
import type { LinearModel } from "#shared/features/chat/help/help-classifier.ts";

export interface Example {
  features: readonly number[];
  isPositive: boolean;
}

const ROUNDS = 30;
/** The round from which the weights only fluctuate around the optimum. */
const SETTLED = 10;

/**
 * Thirty rounds through the examples in a random but reproducible order. The weights are the mean of those after each later round (Polyak
 * and Juditsky, Acceleration of stochastic approximation by averaging, 1992), so that a few examples more or less hardly change them.
 */
export function fit(examples: readonly Example[], names: readonly number[]): LinearModel {
  const rate = 0.3;
  const l1 = 3e-3;
  const l2 = 1e-4;
  const ids = new Map(names.map((name, id) => [name, id]));
  const rows = examples.map(({ features, isPositive }) => ({
    ids: features.flatMap((name) => ids.get(name) ?? []),
    value: 1 / Math.sqrt(features.length),
    target: isPositive ? 1 : 0,
  }));
  const weights = new Float64Array(names.length);
  const sums = new Float64Array(names.length);
  const squares = new Float64Array(names.length).fill(1e-2);
  let bias = 0;
  let biasSum = 0;
  let biasSquares = 1e-2;
  const random = mulberry32(7);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const row of shuffled(rows, random)) {
      const sum = row.ids.reduce((total, id) => total + (weights[id] ?? 0), 0);
      const error = 1 / (1 + Math.exp(-bias - sum * row.value)) - row.target;
      biasSquares += error * error;
      bias -= (rate * error) / Math.sqrt(biasSquares);
      for (const id of row.ids) {
        const before = weights[id] ?? 0;
        const gradient = error * row.value + l2 * before;
        const square = (squares[id] ?? 0) + gradient * gradient;
        squares[id] = square;
        const pace = rate / Math.sqrt(square);
        const moved = before - pace * gradient;
        weights[id] = Math.sign(moved) * Math.max(0, Math.abs(moved) - pace * l1);
      }
    }
    if (round < SETTLED) continue;
    biasSum += bias;
    for (const [id, weight] of weights.entries()) sums[id] = (sums[id] ?? 0) + weight;
  }
  const settled = ROUNDS - SETTLED;
  return {
    bias: biasSum / settled,
    weights: new Map(names.map((name, id) => [name, (sums[id] ?? 0) / settled])),
  };
}

export function countOf<Name>(names: readonly Name[]): Map<Name, number> {
  const counts = new Map<Name, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Fisher-Yates shuffle. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as Item, result[last] as Item];
  }
  return result;
}

/** A small seeded generator of numbers from 0 to 1 (Tommy Ettinger's mulberry32). */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
