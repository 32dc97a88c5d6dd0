import type { StreetRef } from "../city/city.ts";
import type { LocalPoint } from "../city/geometry.ts";
import { turned } from "./view.ts";
import {
  clusterThresholdDegrees,
  singleMarkerLimit,
  unclusteredAboveZoom,
  unclusteredLimit,
} from "../city/spec-constants.ts";

export type MarkerPoint = LocalPoint & {
  id: string;
  street: StreetRef | null;
  time: string | null;
  /** A medical tent or a Ranger post. */
  isSign?: boolean;
  /** The number of things in a stack. */
  count?: number;
};

export type Cluster = LocalPoint & {
  /** Derived from its first member, so it is stable while the members are. */
  id: string;
  memberIds: string[];
  /** The number of places and things its members represent. */
  count: number;
  /** The most common of the members' streets and times. */
  street: StreetRef | null;
  time: string | null;
};

export type Grouping<Point> = { clusters: Cluster[]; singles: readonly Point[] };

export type GroupingOptions = {
  zoom: number;
  isClustering: boolean;
  /** Clusters opened by the user: their members are shown individually. */
  expandedIds: ReadonlySet<string>;
  metresPerDegree: number;
};

/** A rectangle of ground, in meters around its center, turned clockwise (radians) like the map on the screen. */
export type Window = LocalPoint & { halfWidth: number; halfHeight: number; turn: number };

export type Arrangement<Point> = {
  clusters: Cluster[];
  singles: Point[];
  /** Single points in view, including those beyond the limit of markers. */
  inView: number;
};

/**
 * Groups all points for a zoom. Up to 2.5, points within 0.005/zoom degrees of each other (in meters on the ground, so it is a circle) form
 * one cluster; above it no points are grouped. Groups the whole city instead of the screen, so that clusters do not change while the map
 * moves. The order of the points does not matter.
 */
export function groupPoints<Point extends MarkerPoint>(
  points: readonly Point[],
  { zoom, isClustering, expandedIds, metresPerDegree }: GroupingOptions,
): Grouping<Point> {
  if (!isClustering || zoom > unclusteredAboveZoom) return { clusters: [], singles: points };
  return clusterPoints(points, (clusterThresholdDegrees * metresPerDegree) / zoom, expandedIds);
}

/**
 * The part of a grouping that a screen shows: the clusters in view and the single markers nearest to the middle, at most 200, or at most
 * 250 above zoom 2.5.
 * @param pinned points outside the grouping that have a marker before all others, the signs first
 */
export function arrangeInWindow<Point extends MarkerPoint>(
  { clusters, singles }: Grouping<Point>,
  zoom: number,
  window: Window,
  pinned: readonly Point[] = [],
): Arrangement<Point> {
  const isInView = (point: LocalPoint): boolean => {
    const { x, y } = turned({ x: point.x - window.x, y: point.y - window.y }, window.turn);
    return Math.abs(x) <= window.halfWidth && Math.abs(y) <= window.halfHeight;
  };
  const inView = singles.filter(isInView);
  const all = zoom > unclusteredAboveZoom ? unclusteredLimit : singleMarkerLimit;
  const first = nearestFirst(pinned.filter(isInView), window).slice(0, all);
  const limit = all - first.length;
  return {
    clusters: clusters.filter(isInView),
    singles: [...first, ...(inView.length > limit ? nearestFirst(inView, window).slice(0, limit) : inView)],
    inView: inView.length + first.length,
  };
}

/**
 * Moves points that signs would cover: each to the nearest spot around a sign that is `gap` meters from all signs and, if possible, from
 * the other points.
 */
export function moveApart<Point extends LocalPoint>(
  points: readonly Point[],
  signs: readonly LocalPoint[],
  gap: number,
): Point[] {
  const distance = (one: LocalPoint, other: LocalPoint): number =>
    Math.hypot(one.x - other.x, one.y - other.y);
  const isClearOf = (others: readonly LocalPoint[], spot: LocalPoint): boolean =>
    others.every((other) => distance(spot, other) > gap);
  const taken: LocalPoint[] = points.filter((point) => isClearOf(signs, point));
  if (taken.length === points.length) return [...points];
  const spots = signs
    .flatMap(({ x, y }) => around.map((each) => ({ x: x + each.x * gap, y: y + each.y * gap })))
    .filter((spot) => isClearOf(signs, spot));
  return points.map((point) => {
    if (isClearOf(signs, point)) return point;
    const nearest = spots.toSorted((one, other) => distance(one, point) - distance(other, point));
    const moved = { ...point, ...(nearest.find((spot) => isClearOf(taken, spot)) ?? nearest[0]) };
    taken.push(moved);
    return moved;
  });
}

/** Just beyond a circle. */
const around = Array.from({ length: 16 }, (_, index) => ({
  x: 1.01 * Math.cos((index * Math.PI) / 8),
  y: 1.01 * Math.sin((index * Math.PI) / 8),
}));

/**
 * Greedy clustering in order of id: the first free point takes all free points within `threshold` meters, until none is free. Seeds are
 * farther apart than the threshold, so a city has room for a few hundred at most, however many points there are. One pass over the free
 * points per seed costs less than maintaining a grid (measured: 7 times less at 20,000 points).
 */
export function clusterPoints<Point extends MarkerPoint>(
  points: readonly Point[],
  threshold: number,
  expandedIds: ReadonlySet<string> = new Set(),
): Grouping<Point> {
  let free = points.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const clusters: Cluster[] = [];
  const singles: Point[] = [];
  for (let seed = free[0]; seed !== undefined; seed = free[0]) {
    const { x, y } = seed;
    const members: Point[] = [];
    const others: Point[] = [];
    for (const point of free) {
      const isNear = (point.x - x) ** 2 + (point.y - y) ** 2 <= threshold ** 2;
      (isNear ? members : others).push(point);
    }
    free = others;
    const id = `cluster-${seed.id}`;
    if (members.length === 1 || expandedIds.has(id)) singles.push(...members);
    else clusters.push(toCluster(id, members));
  }
  return { clusters, singles };
}

function toCluster(id: string, members: readonly MarkerPoint[]): Cluster {
  return {
    id,
    memberIds: members.map((member) => member.id),
    count: members.reduce((sum, { count = 1 }) => sum + count, 0),
    x: members.reduce((sum, member) => sum + member.x, 0) / members.length,
    y: members.reduce((sum, member) => sum + member.y, 0) / members.length,
    street: mostCommon(members.map((member) => member.street)),
    time: mostCommon(members.map((member) => member.time)),
  };
}

/** The most frequent value, the first of them on a tie; null for an empty list. */
function mostCommon<Value extends string>(values: readonly (Value | null)[]): Value | null {
  const counts = new Map<Value, number>();
  let best: Value | null = null;
  for (const value of values) {
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  for (const [value, count] of counts) {
    if (best === null || count > (counts.get(best) ?? 0)) best = value;
  }
  return best;
}

function nearestFirst<Point extends MarkerPoint>(points: readonly Point[], middle: LocalPoint): Point[] {
  const distance = (point: LocalPoint): number => (point.x - middle.x) ** 2 + (point.y - middle.y) ** 2;
  return points.toSorted((a, b) => signsFirst(a, b) || distance(a) - distance(b) || (a.id < b.id ? -1 : 1));
}

/** Compares two points for sorting. */
export function signsFirst(one: { isSign?: boolean }, other: { isSign?: boolean }): number {
  return Number(other.isSign ?? false) - Number(one.isSign ?? false);
}
