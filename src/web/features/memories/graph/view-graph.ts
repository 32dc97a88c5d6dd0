import type { GraphLink } from "#shared/features/memories/graph-links.ts";
import type { GraphNode } from "#shared/features/memories/knowledge-contract.ts";

export interface Graph {
  nodes: readonly GraphNode[];
  links: readonly GraphLink[];
}

/** Above this number of memories, a graph initially shows a neighborhood. */
export const LOCAL_ABOVE = 150;
/** Number of characters of a label. */
const LABEL = 30;

/** The first 30 characters of a memory. */
export function labelOf(content: string): string {
  const characters = Array.from(content.replaceAll(/\s+/g, " ").trim());
  return characters.length <= LABEL ? characters.join("") : `${characters.slice(0, LABEL).join("")}…`;
}

/** The part of a graph within this number of steps from a memory. */
export function neighbourhood(graph: Graph, centreId: string, depth: number): Graph {
  const near = new Set([centreId]);
  for (let step = 0; step < depth; step += 1) {
    const touching = graph.links.filter(({ source, target }) => near.has(source) || near.has(target));
    for (const { source, target } of touching) near.add(source).add(target);
  }
  return within(graph, near);
}

/** Number of links of each memory that has any. */
export function linkCounts({ links }: Graph): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { source, target } of links)
    for (const id of [source, target]) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Id of the memory with the most links, the first in case of a tie; null for an empty graph. */
export function mostConnected(graph: Graph): string | null {
  const counts = linkCounts(graph);
  let best: string | null = null;
  for (const { id } of graph.nodes)
    if (best === null || (counts.get(id) ?? 0) > (counts.get(best) ?? 0)) best = id;
  return best;
}

/** The part of a graph with only these memories. */
export function within({ nodes, links }: Graph, ids: ReadonlySet<string>): Graph {
  return {
    nodes: nodes.filter(({ id }) => ids.has(id)),
    links: links.filter(({ source, target }) => ids.has(source) && ids.has(target)),
  };
}

export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";
const steps: Record<Direction, readonly [x: number, y: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function isDirection(key: string): key is Direction {
  return key in steps;
}

/**
 * The nearest node in a direction, with sideways distance counting twice; null if there is none.
 * @param places alternating x and y of the nodes
 */
export function nearestTowards(places: Float32Array, from: number, direction: Direction): number | null {
  const [stepX, stepY] = steps[direction];
  const [x, y] = [places[from * 2] ?? 0, places[from * 2 + 1] ?? 0];
  let best: number | null = null;
  let least = Infinity;
  for (let index = 0; index < places.length / 2; index += 1) {
    const [dx, dy] = [(places[index * 2] ?? 0) - x, (places[index * 2 + 1] ?? 0) - y];
    const ahead = dx * stepX + dy * stepY;
    if (index === from || ahead <= 0) continue;
    const distance = ahead + 2 * Math.abs(dx * stepY - dy * stepX);
    if (distance >= least) continue;
    [best, least] = [index, distance];
  }
  return best;
}

/** The node nearest to a point within `reach`; null for none. */
export function nodeAt(
  places: Float32Array,
  [x, y]: readonly [number, number],
  reach: number,
): number | null {
  let best: number | null = null;
  let least = reach;
  for (let index = 0; index < places.length / 2; index += 1) {
    const distance = Math.hypot((places[index * 2] ?? 0) - x, (places[index * 2 + 1] ?? 0) - y);
    if (distance > least) continue;
    [best, least] = [index, distance];
  }
  return best;
}

/** Links sorted by length. Short ones connect neighbors and are cheap to draw. */
export function shortestFirst<Link extends { source: number; target: number }>(
  links: readonly Link[],
  places: Float32Array,
): Link[] {
  const between = ({ source, target }: Link) =>
    Math.hypot(
      (places[source * 2] ?? 0) - (places[target * 2] ?? 0),
      (places[source * 2 + 1] ?? 0) - (places[target * 2 + 1] ?? 0),
    );
  return links
    .map((link) => ({ link, length: between(link) }))
    .toSorted((one, other) => one.length - other.length)
    .map(({ link }) => link);
}
