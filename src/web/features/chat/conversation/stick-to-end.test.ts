import { expect, test } from "vitest";
import {
  distanceFromEnd,
  followsEnd,
  isJumpOffered,
  readingStart,
  type ScrollMetrics,
} from "./stick-to-end.ts";

const list = (scrollTop: number, scrollHeight = 2000): ScrollMetrics => ({
  scrollTop,
  scrollHeight,
  clientHeight: 600,
});

test("offers the jump to the end only beyond 150 px", () => {
  expect(distanceFromEnd(list(1400))).toBe(0);
  expect(isJumpOffered(list(1250))).toBe(false);
  expect(isJumpOffered(list(1249))).toBe(true);
  // Overscroll on a phone reports positions beyond the end.
  expect(distanceFromEnd(list(1460))).toBe(0);
});

test("does not scroll a user who scrolled up until they return to the end", () => {
  let following = followsEnd(true, list(1400), list(1396));
  expect(following).toBe(false);

  // The answer grows below without a scroll event; the user's next scroll is small and downwards.
  following = followsEnd(following, list(1396, 2300), list(1420, 2300));
  expect(following).toBe(false);

  following = followsEnd(following, list(1420, 2300), list(1690, 2300));
  expect(following).toBe(true);
});

test("continues following when the list grows between two automatic scrolls", () => {
  expect(followsEnd(true, list(1400, 2000), list(1450, 2200))).toBe(true);
});

test("continues following the end when a collapsing reasoning block shortens the list", () => {
  expect(followsEnd(true, list(1400, 2000), list(1100, 1700))).toBe(true);
});

test("does not scroll a user far up when something collapses", () => {
  expect(followsEnd(false, list(300, 2000), list(300, 1700))).toBe(false);
});

test("scrolls to the question, using empty space below a short answer", () => {
  const question = { top: 900, bottom: 950 };
  const short = { question, answer: { top: 968, bottom: 1100 }, end: 1114 };
  expect(readingStart(short, 600)).toEqual({ top: 880, room: 366 });
  const long = { question, answer: { top: 968, bottom: 1900 }, end: 1914 };
  expect(readingStart(long, 600)).toEqual({ top: 880, room: 0 });
  expect(readingStart({ question, answer: null, end: 964 }, 600)).toEqual({ top: 880, room: 516 });
});

test("scrolls past a question too tall to leave its answer room", () => {
  const turn = { question: { top: 100, bottom: 500 }, answer: { top: 518, bottom: 800 }, end: 814 };
  expect(readingStart(turn, 600)).toEqual({ top: 498, room: 284 });
});

test("scrolls a question only until its answer's first line clears the keyboard", () => {
  const turn = { question: { top: 100, bottom: 147 }, answer: { top: 165, bottom: 1100 }, end: 1114 };
  expect(readingStart(turn, 150).top).toBe(80);
  // The first line of a help card ends 41 px below its top.
  expect(readingStart(turn, 122)).toEqual({ top: 107, room: 0 });
  expect(readingStart(turn, 100).top).toBe(129);
  // Only the answer has room.
  expect(readingStart(turn, 60).top).toBe(145);
});
