import type { LocalPoint } from "../city/geometry.ts";

/** Distance in meters between neighbors: far enough to tap separately at a phone's largest zoom, close enough to look like one camp. */
const SPACING = 9;
/** Radians between two seeds of a sunflower: with this angle no two ever line up. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * Spreads points in the same spot in a sunflower pattern, in order; the first stays at its place. A camp, its community and the stack of
 * its things have one address, and the map would show only the last of them.
 */
export function spreadCoincident<Point extends LocalPoint>(points: readonly Point[]): Point[] {
  const taken = new Map<string, number>();
  return points.map((point) => {
    const spot = `${Math.round(point.x)} ${Math.round(point.y)}`;
    const index = taken.get(spot) ?? 0;
    taken.set(spot, index + 1);
    if (index === 0) return point;
    const radius = SPACING * Math.sqrt(index);
    const angle = GOLDEN_ANGLE * index;
    return { ...point, x: point.x + radius * Math.cos(angle), y: point.y + radius * Math.sin(angle) };
  });
}
