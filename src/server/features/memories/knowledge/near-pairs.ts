import { setImmediate } from "node:timers/promises";
import type { NearPair } from "#shared/features/memories/graph-links.ts";

const PAIRS_EACH = 3;
/** Multiplications before yielding to other work: about 10 ms. */
const WORK_AT_ONCE = 5_000_000;

/**
 * Pairs each item with its nearest ones, three at most. All items are compared with each other, in pieces that yield to other
 * work.
 * @param things in a deterministic order
 */
export async function nearPairs(
  things: readonly { id: string; vector: Float32Array }[],
): Promise<NearPair[]> {
  const nearest: { place: number; cosine: number }[][] = things.map(() => []);
  const units = things.map(({ vector }) => unit(vector));
  let work = 0;
  for (const [place, one] of units.entries()) {
    for (let other = place + 1; other < units.length; other += 1) {
      const cosine = product(one, units[other] ?? one);
      offer(nearest[place], other, cosine);
      offer(nearest[other], place, cosine);
    }
    work += one.length * (units.length - place);
    if (work < WORK_AT_ONCE) continue;
    work = 0;
    await setImmediate();
  }
  return nearest.flatMap((list, place) =>
    list.map(({ place: other, cosine }) => ({
      one: things[place]?.id ?? "",
      other: things[other]?.id ?? "",
      cosine,
    })),
  );
}

function offer(list: { place: number; cosine: number }[] | undefined, place: number, cosine: number): void {
  if (list === undefined || Number.isNaN(cosine)) return;
  const last = list.at(-1);
  if (list.length === PAIRS_EACH && last !== undefined && cosine <= last.cosine) return;
  const at = list.findIndex((known) => known.cosine < cosine);
  list.splice(at === -1 ? list.length : at, 0, { place, cosine });
  if (list.length > PAIRS_EACH) list.pop();
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** NaN for vectors of different lengths. */
function product(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return Number.NaN;
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
