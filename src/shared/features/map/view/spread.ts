import type { LocalPoint } from "../city/geometry.ts";

/** Metres between neighbours: far enough to tap apart at the largest zoom of a phone, close enough to be one camp. */
const SPACING = 9;
/** Radians between two seeds of a sunflower: no two of any number of them line up. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * Moves points that stand on one spot apart, in order, as seeds stand in a sunflower: the first keeps its place. Things
 * shared by one community have its address, and a stack of markers would show only the last.
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
