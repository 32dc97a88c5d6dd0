import { test, expect } from "vitest";
import { nearestInDirection, nearestWithin } from "./nearest.ts";

const points = [
  { id: "north", x: 0, y: 100 },
  { id: "north-east", x: 60, y: 70 },
  { id: "east", x: 90, y: 10 },
  { id: "far-east", x: 300, y: 0 },
  { id: "south", x: -5, y: -400 },
];
const middle = { x: 0, y: 0 };

test("moves with an arrow key to the nearest point that is more ahead than to the side", () => {
  expect(nearestInDirection(points, middle, "ArrowUp")?.id).toBe("north");
  expect(nearestInDirection(points, middle, "ArrowRight")?.id).toBe("east");
  expect(nearestInDirection(points, { x: 90, y: 10 }, "ArrowRight")?.id).toBe("far-east");
  expect(nearestInDirection(points, middle, "ArrowDown")?.id).toBe("south");
  expect(nearestInDirection(points, middle, "ArrowLeft")).toBeNull();
  expect(nearestInDirection([], middle, "ArrowUp")).toBeNull();
});

test("finds the nearest point within reach of a tap", () => {
  expect(nearestWithin(points, { x: 80, y: 20 }, 30)?.id).toBe("east");
  expect(nearestWithin(points, middle, 30)).toBeNull();
});
