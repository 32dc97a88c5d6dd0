import type { City } from "../city/city.ts";
import { fromClock, hoursOf, type LocalPoint } from "../city/geometry.ts";
import { type Grid, type GridEdge, gridBetween, type Way } from "../city/street-grid.ts";

/** A stretch along one street, or over open ground. */
export type Leg = {
  way: Way;
  metres: number;
  from: LocalPoint;
  to: LocalPoint;
  /** From `from` to `to`, dense enough to be drawn as straight lines. */
  path: LocalPoint[];
};

export type Route = {
  legs: Leg[];
  metres: number;
  /** Whole minutes, rounded up; 0 only when the user is already there. */
  footMinutes: number;
  bikeMinutes: number;
};

/** Meters per minute: 4.5 and 12 km/h, through dust and crowds. */
const FOOT_PACE = 75;
const BIKE_PACE = 200;
/** Hours between two points of a drawn arc. */
const ARC_STEP_HOURS = 0.1;
/** Meters below which a stretch is not a leg. */
const NOTHING = 0.5;

/**
 * The shortest route between two places along the city's streets: along rings and radials, across the open playa inside the first street
 * and around the city. Distances are measured on the map, not on the ground: accurate to a few meters.
 */
export function directions(city: City, from: LocalPoint, to: LocalPoint): Route {
  const grid = gridBetween(city, from, to);
  const legs = mergeLegs(grid, shortestPath(grid));
  const metres = legs.reduce((sum, leg) => sum + leg.metres, 0);
  return {
    legs,
    metres,
    footMinutes: Math.ceil(metres / FOOT_PACE),
    bikeMinutes: Math.ceil(metres / BIKE_PACE),
  };
}

type Step = { from: number; edge: GridEdge };

/** Dijkstra's algorithm from node 0 to node 1 with a linear scan: a few hundred nodes need no heap. */
function shortestPath({ nodes, edges }: Grid): Step[] {
  const best = nodes.map(() => Number.POSITIVE_INFINITY);
  const via: (Step | undefined)[] = nodes.map(() => undefined);
  const open = new Set(nodes.keys());
  best[0] = 0;
  while (open.size > 0) {
    let node = -1;
    for (const candidate of open)
      if (node === -1 || (best[candidate] ?? 0) < (best[node] ?? 0)) node = candidate;
    open.delete(node);
    if (node === 1) break;
    for (const edge of edges[node] ?? []) {
      const length = (best[node] ?? 0) + edge.metres;
      if (length >= (best[edge.to] ?? 0)) continue;
      best[edge.to] = length;
      via[edge.to] = { from: node, edge };
    }
  }
  const path: Step[] = [];
  for (let step = via[1]; step !== undefined; step = via[step.from]) path.unshift(step);
  return path;
}

/** One leg per street, however many intersections it passes. */
function mergeLegs({ nodes }: Grid, steps: readonly Step[]): Leg[] {
  const legs: Leg[] = [];
  for (const { from, edge } of steps) {
    const [start, end] = [nodes[from], nodes[edge.to]];
    if (start === undefined || end === undefined || edge.metres < NOTHING) continue;
    const path = pathOf(edge.way, start, end);
    const last = legs.at(-1);
    if (last !== undefined && last.way === edge.way && edge.way.kind !== "open") {
      last.metres += edge.metres;
      last.to = end;
      last.path.push(...path.slice(1));
    } else {
      legs.push({ way: edge.way, metres: edge.metres, from: start, to: end, path });
    }
  }
  return legs;
}

function pathOf(way: Way, from: LocalPoint, to: LocalPoint): LocalPoint[] {
  if (way.kind !== "ring") return [from, to];
  const start = hoursOf(from);
  // No leg crosses 12:00, where no rings are built.
  const span = ((hoursOf(to) - start + 18) % 12) - 6;
  const steps = Math.max(1, Math.ceil(Math.abs(span) / ARC_STEP_HOURS));
  return Array.from({ length: steps + 1 }, (_, index) =>
    fromClock(way.radius, start + (span * index) / steps),
  );
}
