import type { LocalPoint } from "../city/geometry.ts";
import { turned } from "./view.ts";

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export function isDirection(key: string): key is Direction {
  return /^Arrow(?:Left|Right|Up|Down)$/.test(key);
}

/**
 * The next point from `from` for an arrow key, on a map turned clockwise by `turn` radians: the nearest point that is more ahead than to
 * the side. A meter to the side counts double, so that movement follows a straight line. Null when no point is ahead.
 */
export function nearestInDirection<Point extends LocalPoint>(
  points: readonly Point[],
  from: LocalPoint,
  direction: Direction,
  turn = 0,
): Point | null {
  let best: { point: Point; cost: number } | null = null;
  for (const point of points) {
    const { x, y } = turned({ x: point.x - from.x, y: point.y - from.y }, turn);
    const { ahead, aside } = alongDirection(x, y, direction);
    if (ahead <= 0 || aside > ahead) continue;
    const cost = ahead + 2 * aside;
    if (best === null || cost < best.cost) best = { point, cost };
  }
  return best?.point ?? null;
}

/** The nearest point within a number of meters, null when there is none. */
export function nearestWithin<Point extends LocalPoint>(
  points: readonly Point[],
  at: LocalPoint,
  metres: number,
): Point | null {
  let best: { point: Point; distance: number } | null = null;
  for (const point of points) {
    const distance = Math.hypot(point.x - at.x, point.y - at.y);
    if (distance <= metres && (best === null || distance < best.distance)) best = { point, distance };
  }
  return best?.point ?? null;
}

function alongDirection(right: number, up: number, direction: Direction): { ahead: number; aside: number } {
  switch (direction) {
    case "ArrowRight":
      return { ahead: right, aside: Math.abs(up) };
    case "ArrowLeft":
      return { ahead: -right, aside: Math.abs(up) };
    case "ArrowUp":
      return { ahead: up, aside: Math.abs(right) };
    case "ArrowDown":
      return { ahead: -up, aside: Math.abs(right) };
  }
}
