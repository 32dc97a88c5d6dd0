import { expect, test } from "vitest";
import { distanceFromEnd, followsEnd, isJumpOffered, type ScrollMetrics } from "./stick-to-end.ts";

const list = (scrollTop: number, scrollHeight = 2000): ScrollMetrics => ({
  scrollTop,
  scrollHeight,
  clientHeight: 600,
});

test("the way back is offered beyond 150 px, not at 150", () => {
  expect(distanceFromEnd(list(1400))).toBe(0);
  expect(isJumpOffered(list(1250))).toBe(false);
  expect(isJumpOffered(list(1249))).toBe(true);
  // Overscroll on a phone reports more than there is.
  expect(distanceFromEnd(list(1460))).toBe(0);
});

test("a reader who scrolls up while the answer streams is left alone until they come back to the end", () => {
  let following = followsEnd(true, list(1400), list(1396));
  expect(following).toBe(false);

  // The answer grows below: no event of ours, and the next scroll is small and downwards.
  following = followsEnd(following, list(1396, 2300), list(1420, 2300));
  expect(following).toBe(false);

  following = followsEnd(following, list(1420, 2300), list(1690, 2300));
  expect(following).toBe(true);
});

test("growth between two of our own jumps does not let go", () => {
  expect(followsEnd(true, list(1400, 2000), list(1450, 2200))).toBe(true);
});

test("a folded reasoning block shortens the list; the reader still follows", () => {
  expect(followsEnd(true, list(1400, 2000), list(1100, 1700))).toBe(true);
});

test("somebody reading far up is not caught when something folds", () => {
  expect(followsEnd(false, list(300, 2000), list(300, 1700))).toBe(false);
});
