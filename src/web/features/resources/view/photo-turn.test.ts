import { expect, test } from "vitest";
import { nextPhoto } from "./photo-carousel.tsx";

test("wraps around in both directions", () => {
  expect([nextPhoto(0, 1, 3), nextPhoto(2, 1, 3), nextPhoto(0, -1, 3)]).toEqual([1, 0, 2]);
  expect([nextPhoto(0, 1, 1), nextPhoto(0, -1, 1), nextPhoto(0, 1, 0)]).toEqual([0, 0, 0]);
});
