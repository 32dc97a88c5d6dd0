/**
 * Multinomial logistic regression with an elastic net (Zou and Hastie, Regularization and variable selection via the elastic net, 2005),
 * trained with AdaGrad (Duchi, Hazan and Singer, Adaptive subgradient methods, 2011).
 */
import type { ClassModel } from "#shared/features/talk/understand/learned/packed-model.ts";
import { mulberry32, shuffled } from "./logistic-regression.ts";

export interface ClassExample {
  features: readonly number[];
  /** Index of its class. */
  target: number;
  /** Weight of the example; 1 for most. */
  weight: number;
}

interface Row {
  ids: Int32Array;
  value: number;
  target: number;
  weight: number;
}

export interface Fitting {
  rounds: number;
  rate: number;
  l1: number;
  l2: number;
}

/** Errors smaller than this are ignored. */
const NEGLIGIBLE = 1e-4;

/** The classes for which a feature may have a weight. */
export type Allowed = ReadonlyMap<number, readonly number[]>;

/**
 * Rounds through the examples in a random but reproducible order. The weights are the mean of those after each later round, so that a few
 * examples more or less hardly change them.
 * @param allowed the weights to learn: features, with the indexes of the classes of each
 */
export function fitClasses(
  examples: readonly ClassExample[],
  classes: readonly string[],
  allowed: Allowed,
  { rounds, rate, l1, l2 }: Fitting,
): ClassModel {
  const columns = [...allowed].map(([name, at]) => ({ name, classes: Int32Array.from(at) }));
  const ids = new Map(columns.map(({ name }, id) => [name, id]));
  const offsets = new Int32Array(columns.length);
  let size = 0;
  for (const [id, column] of columns.entries()) {
    offsets[id] = size;
    size += column.classes.length;
  }
  const rows = examples.map(({ features, target, weight }): Row => ({
    ids: Int32Array.from(features.flatMap((name) => ids.get(name) ?? [])),
    value: 1 / Math.sqrt(Math.max(1, features.length)),
    target,
    weight,
  }));
  const weights = new Float64Array(size);
  const sums = new Float64Array(size);
  const squares = new Float64Array(size).fill(1e-2);
  const biases = new Float64Array(classes.length);
  const biasSquares = new Float64Array(classes.length).fill(1e-2);
  const odds = new Float64Array(classes.length);
  const settledFrom = Math.floor(rounds / 3);
  const learn = ({ ids: features, value, target, weight }: Row) => {
    odds.set(biases);
    for (const id of features) {
      const offset = offsets[id] ?? 0;
      for (const [place, at] of columns[id]?.classes.entries() ?? [])
        odds[at] = (odds[at] ?? 0) + (weights[offset + place] ?? 0) * value;
    }
    toErrors(odds, target);
    for (const [at, odd] of odds.entries()) {
      const error = odd * weight;
      const square = (biasSquares[at] ?? 0) + error * error;
      biasSquares[at] = square;
      biases[at] = (biases[at] ?? 0) - (rate * error) / Math.sqrt(square);
    }
    for (const id of features) {
      const offset = offsets[id] ?? 0;
      for (const [place, at] of columns[id]?.classes.entries() ?? []) {
        const error = (odds[at] ?? 0) * weight;
        if (Math.abs(error) < NEGLIGIBLE) continue;
        const before = weights[offset + place] ?? 0;
        const gradient = error * value + l2 * before;
        const square = (squares[offset + place] ?? 0) + gradient * gradient;
        squares[offset + place] = square;
        const pace = rate / Math.sqrt(square);
        const moved = before - pace * gradient;
        weights[offset + place] = Math.sign(moved) * Math.max(0, Math.abs(moved) - pace * l1);
      }
    }
  };
  const random = mulberry32(7);
  for (let round = 0; round < rounds; round += 1) {
    for (const row of shuffled(rows, random)) learn(row);
    if (round >= settledFrom)
      for (let at = 0; at < size; at += 1) sums[at] = (sums[at] ?? 0) + (weights[at] ?? 0);
  }
  const settled = rounds - settledFrom;
  const learned = columns.map(({ name, classes: classesOfColumn }, id) => {
    const row = Array.from(
      classesOfColumn,
      (at, place) => [at, (sums[(offsets[id] ?? 0) + place] ?? 0) / settled] as const,
    );
    return [name, row.filter(([, weight]) => weight !== 0)] as const;
  });
  return { classes, biases: [...biases], weights: new Map(learned) };
}

/** Converts log odds to the likelihood of each class, minus one for the target. */
function toErrors(odds: Float64Array, target: number): void {
  const most = Math.max(...odds);
  let all = 0;
  for (const [at, each] of odds.entries()) {
    const odd = Math.exp(each - most);
    odds[at] = odd;
    all += odd;
  }
  for (const [at, each] of odds.entries()) odds[at] = each / all - (at === target ? 1 : 0);
}
