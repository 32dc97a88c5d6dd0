import type { City, StreetRef } from "./city.ts";
import { formatClock, parseClock } from "./clock.ts";
import { arcHours, fromClock, hoursOf, type LocalPoint } from "./geometry.ts";

/** A way to walk along: a ring, a radial named by its time, or open ground without a street. */
export type Way =
  | { kind: "ring"; street: StreetRef; name: string; radius: number }
  | { kind: "radial"; name: string; hours: number }
  /** Straight across the playa. */
  | { kind: "open" }
  /** From a plot to its street, or back. */
  | { kind: "access" };

export type GridEdge = { to: number; metres: number; way: Way };
export type Grid = { nodes: LocalPoint[]; edges: GridEdge[][] };

/** Radial streets are half an hour apart. */
const RADIAL_STEP_HOURS = 0.5;
/** Largest distance of a plot from a radial beside it, measured along its ring, in meters. */
const RADIAL_ACCESS_M = 60;
/** Meters beyond the first and last street that still belong to them: half a street and a plot. */
const MARGIN_M = 60;
/** Distance in meters between the points at which a straight line is checked for crossing the city. */
const PROBE_M = 20;

type Stop = { node: number; at: number };
type Line = { way: Way; stops: Stop[] };

/**
 * The streets of a city as a graph with two more places in it: the first node is the start, the second the destination. Lengths are in
 * meters. A place on a plot joins its ring street and the radial beside it; a place on open ground joins every corner of the city in its
 * line of sight.
 */
export function gridBetween(city: City, start: LocalPoint, end: LocalPoint): Grid {
  const grid: Grid = { nodes: [start, end], edges: [[], []] };
  const rings = city.streets.map((street): Line => ({
    way: { kind: "ring", street: street.ref, name: street.name, radius: street.radius },
    stops: [],
  }));
  const radials = radialHours(city).map((hours): Line => ({
    way: { kind: "radial", name: formatClock(hours), hours },
    stops: [],
  }));
  const rim: number[] = [];
  for (const [i, ring] of rings.entries()) {
    for (const [j, radial] of radials.entries()) {
      const node = addNode(grid, crossing(ring.way, radial.way));
      ring.stops.push({ node, at: hoursAt(radial.way) });
      radial.stops.push({ node, at: radiusAt(ring.way) });
      const isRim = i === 0 || i === rings.length - 1 || j === 0 || j === radials.length - 1;
      if (isRim) rim.push(node);
    }
  }
  for (const node of [0, 1]) {
    if (isBuilt(city, grid.nodes[node] ?? start, MARGIN_M)) joinStreets(city, grid, node, { rings, radials });
    else for (const corner of rim) joinInSight(city, grid, node, corner);
  }
  joinInSight(city, grid, 0, 1);
  crossOpenPlaya(city, grid, rings[0]);
  for (const line of [...rings, ...radials]) joinAlong(grid, line);
  return grid;
}

export function radialHours(city: City): number[] {
  const from = parseClock(city.arc.from) ?? 0;
  const count = Math.floor(arcHours(city) / RADIAL_STEP_HOURS + 1e-9) + 1;
  return Array.from({ length: count }, (_, index) => from + index * RADIAL_STEP_HOURS);
}

/** Hours since the beginning of the arc, for any place. A place past the arc's end gives more than the arc's length. */
function arcPosition(city: City, point: LocalPoint): number {
  return (hoursOf(point) - (parseClock(city.arc.from) ?? 0) + 12) % 12;
}

/** Whether a place is among the streets, or at most `margin` meters beyond them. */
function isBuilt(city: City, point: LocalPoint, margin: number): boolean {
  const radius = Math.hypot(point.x, point.y);
  const inner = city.streets[0]?.radius ?? 0;
  const outer = city.streets.at(-1)?.radius ?? 0;
  return arcPosition(city, point) <= arcHours(city) && radius >= inner - margin && radius <= outer + margin;
}

function joinStreets(
  city: City,
  grid: Grid,
  place: number,
  { rings, radials }: { rings: Line[]; radials: Line[] },
): void {
  const point = grid.nodes[place] ?? { x: 0, y: 0 };
  const radius = Math.hypot(point.x, point.y);
  const hours = (parseClock(city.arc.from) ?? 0) + arcPosition(city, point);
  const ring = nearest(rings, (line) => Math.abs(radiusAt(line.way) - radius));
  if (ring !== undefined) {
    const node = addNode(grid, fromClock(radiusAt(ring.way), hours));
    ring.stops.push({ node, at: hours });
    join(grid, place, node, { kind: "access" });
  }
  const [first, last] = [rings[0], rings.at(-1)];
  const radial = nearest(radials, (line) => Math.abs(hoursAt(line.way) - hours));
  if (radial === undefined || first === undefined || last === undefined) return;
  const isAside = arcMetres(radius, hoursAt(radial.way) - hours) > RADIAL_ACCESS_M;
  if (isAside || radius < radiusAt(first.way) || radius > radiusAt(last.way)) return;
  const node = addNode(grid, fromClock(radius, hoursAt(radial.way)));
  radial.stops.push({ node, at: radius });
  join(grid, place, node, { kind: "access" });
}

/** The playa inside the first street is open: any two of its corners are in line of sight. */
function crossOpenPlaya(city: City, grid: Grid, esplanade: Line | undefined): void {
  const stops = esplanade?.stops ?? [];
  for (const [index, a] of stops.entries())
    for (const b of stops.slice(index + 2)) joinInSight(city, grid, a.node, b.node);
}

function joinInSight(city: City, grid: Grid, a: number, b: number): void {
  const [from, to] = [grid.nodes[a], grid.nodes[b]];
  if (from === undefined || to === undefined) return;
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / PROBE_M);
  for (let step = 1; step < steps; step += 1) {
    const share = step / steps;
    const probe = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    // One meter of tolerance; otherwise a line along the rim would count as inside.
    if (isBuilt(city, probe, -1)) return;
  }
  join(grid, a, b, { kind: "open" });
}

function joinAlong(grid: Grid, { way, stops }: Line): void {
  const sorted = stops.toSorted((a, b) => a.at - b.at);
  for (const [index, stop] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next === undefined) continue;
    const metres = way.kind === "ring" ? arcMetres(way.radius, next.at - stop.at) : next.at - stop.at;
    link(grid, stop.node, next.node, { metres, way });
  }
}

function join(grid: Grid, a: number, b: number, way: Way): void {
  const [from, to] = [grid.nodes[a], grid.nodes[b]];
  if (from !== undefined && to !== undefined)
    link(grid, a, b, { metres: Math.hypot(to.x - from.x, to.y - from.y), way });
}

function link(grid: Grid, a: number, b: number, edge: Omit<GridEdge, "to">): void {
  grid.edges[a]?.push({ ...edge, to: b });
  grid.edges[b]?.push({ ...edge, to: a });
}

function addNode(grid: Grid, point: LocalPoint): number {
  grid.edges.push([]);
  return grid.nodes.push(point) - 1;
}

function crossing(ring: Way, radial: Way): LocalPoint {
  return fromClock(radiusAt(ring), hoursAt(radial));
}

function radiusAt(way: Way): number {
  return way.kind === "ring" ? way.radius : 0;
}

function hoursAt(way: Way): number {
  return way.kind === "radial" ? way.hours : 0;
}

function arcMetres(radius: number, hours: number): number {
  return (radius * Math.abs(hours) * Math.PI) / 6;
}

function nearest<Thing>(things: readonly Thing[], distance: (thing: Thing) => number): Thing | undefined {
  return things.toSorted((a, b) => distance(a) - distance(b))[0];
}
