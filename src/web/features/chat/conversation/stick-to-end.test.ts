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

test("the jump to the end is offered beyond 150 px, not at 150", () => {
  expect(distanceFromEnd(list(1400))).toBe(0);
  expect(isJumpOffered(list(1250))).toBe(false);
  expect(isJumpOffered(list(1249))).toBe(true);
  // Overscroll on a phone reports positions beyond the end.
  expect(distanceFromEnd(list(1460))).toBe(0);
});

test("a reader who scrolls up while the answer streams is not moved until they return to the end", () => {
  let following = followsEnd(true, list(1400), list(1396));
  expect(following).toBe(false);

  // The answer grows below without a scroll event; the reader's next scroll is small and downwards.
  following = followsEnd(following, list(1396, 2300), list(1420, 2300));
  expect(following).toBe(false);

  following = followsEnd(following, list(1420, 2300), list(1690, 2300));
  expect(following).toBe(true);
});

test("growth between two automatic scrolls does not stop following", () => {
  expect(followsEnd(true, list(1400, 2000), list(1450, 2200))).toBe(true);
});

test("a collapsed reasoning block shortens the list, which keeps following its end", () => {
  expect(followsEnd(true, list(1400, 2000), list(1100, 1700))).toBe(true);
});

test("a user reading far up is not moved when something collapses", () => {
  expect(followsEnd(false, list(300, 2000), list(300, 1700))).toBe(false);
});

test("a turn is read from its question, which empty space below a short answer allows", () => {
  const question = { top: 900, bottom: 950 };
  const short = { question, answer: { top: 968, bottom: 1100 }, end: 1114 };
  expect(readingStart(short, 600)).toEqual({ top: 880, room: 366 });
  const long = { question, answer: { top: 968, bottom: 1900 }, end: 1914 };
  expect(readingStart(long, 600)).toEqual({ top: 880, room: 0 });
  expect(readingStart({ question, answer: null, end: 964 }, 600)).toEqual({ top: 880, room: 516 });
});

test("a question that would leave its answer no room gives way to it", () => {
  const turn = { question: { top: 100, bottom: 500 }, answer: { top: 518, bottom: 800 }, end: 814 };
  expect(readingStart(turn, 600)).toEqual({ top: 498, room: 284 });
});

test("a question gives way as far as the first line of its answer needs, above the keyboard of a phone", () => {
  const turn = { question: { top: 100, bottom: 147 }, answer: { top: 165, bottom: 1100 }, end: 1114 };
  expect(readingStart(turn, 150).top).toBe(80);
  // The first line of a help card ends 41 px below its top.
  expect(readingStart(turn, 122)).toEqual({ top: 107, room: 0 });
  expect(readingStart(turn, 100).top).toBe(129);
  // Nothing but the answer has room.
  expect(readingStart(turn, 60).top).toBe(145);
});
