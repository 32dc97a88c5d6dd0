import { test, expect } from "vitest";
import { spreadCoincident } from "./spread.ts";

test("spreads points in one spot the same way every time, except the first", () => {
  const stack = Array.from({ length: 40 }, (_, index) => ({ id: index, x: 100, y: -50 }));
  const points = [{ id: -1, x: 0, y: 0 }, ...stack];
  const spread = spreadCoincident(points);
  expect(spread.map(({ id }) => id)).toEqual(points.map(({ id }) => id));
  expect(spread.slice(0, 2)).toEqual(points.slice(0, 2));
  expect(spreadCoincident(points)).toEqual(spread);

  let closest = Number.POSITIVE_INFINITY;
  for (const [index, a] of spread.entries()) {
    for (const b of spread.slice(index + 1)) closest = Math.min(closest, Math.hypot(a.x - b.x, a.y - b.y));
  }
  expect(closest).toBeGreaterThan(7);
  // Forty items of one camp are still within its block.
  for (const { x, y } of spread.slice(1)) expect(Math.hypot(x - 100, y + 50)).toBeLessThan(60);
});
