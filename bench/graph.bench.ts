import { forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { linkMemories } from "#shared/features/memories/graph-links.ts";
import { nearPairs } from "#server/features/memories/near-pairs.ts";
import { layOut, type LayoutRequest } from "#web/features/memories/graph/layout.ts";

/**
 * The memory graph of 2,000 memories: finding its links, comparing all vectors with all, and the layout beside d3-force as it
 * comes (300 steps, forces without a reach).
 *
 * Gates: the own layout is no slower than the rival; while vectors are compared nobody waits for longer than 100 ms.
 */
const COUNT = 2000;
const DIMENSIONS = 512;
const GATE_WAIT_MS = 100;
const random = seeded(7);

const memories = Array.from({ length: COUNT }, (_, index) => ({
  id: `memory-${index}`,
  at: index * 60_000,
  text: Array.from({ length: 12 }, () => `word${letters(Math.floor(3000 * random() ** 2))}`).join(" "),
}));
const linking = timed(() => linkMemories(memories, []));

const vectors = memories.map(({ id }) => ({
  id,
  vector: Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5),
}));
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const startedAt = performance.now();
const near = await nearPairs(vectors);
const comparing = performance.now() - startedAt;
delay.disable();
const wait = delay.max / 1e6;

const placeOf = new Map(memories.map(({ id }, index) => [id, index]));
const links = linking.result.map(({ source, target, strength }) => ({
  source: placeOf.get(source) ?? 0,
  target: placeOf.get(target) ?? 0,
  strength,
}));
const request: LayoutRequest = { places: new Float32Array(COUNT * 2).fill(Number.NaN), links };
const own = timed(() => layOut(request, () => undefined));
const rival = timed(() =>
  forceSimulation(Array.from({ length: COUNT }, () => ({})))
    .force("charge", forceManyBody())
    .force("links", forceLink(links.map((link) => ({ ...link }))))
    .force("x", forceX(0))
    .force("y", forceY(0))
    .stop()
    .tick(300),
);

console.log(`links by words        ${linking.ms.toFixed(0)} ms, ${links.length} links`);
console.log(
  `all vectors with all  ${comparing.toFixed(0)} ms, ${near.length} pairs, longest wait ${wait.toFixed(0)} ms`,
);
console.log(`layout, own           ${own.ms.toFixed(0)} ms`);
console.log(`layout, as it comes   ${rival.ms.toFixed(0)} ms`);
process.exitCode = own.ms <= rival.ms && wait <= GATE_WAIT_MS ? 0 : 1;

function timed<Result>(work: () => Result): { ms: number; result: Result } {
  const from = performance.now();
  const result = work();
  return { ms: performance.now() - from, result };
}

function letters(number: number): string {
  return Array.from(String(number), (digit) => "abcdefghij"[Number(digit)]).join("");
}

/** From 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
