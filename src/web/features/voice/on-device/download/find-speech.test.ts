import fc from "fast-check";
import { expect, test } from "vitest";
import { findSpeech, WINDOW } from "./find-speech.ts";

const RATE = 16_000;
const MARGIN = 0.2;

test("cuts a recording at its silences, with a margin on both sides", () => {
  expect(cut([2, 0], [3, 0.9], [1, 0], [2, 0.9], [1, 0])).toEqual([
    [1.8, 5.2],
    [5.8, 8.2],
  ]);
});

test("ignores breaths, clicks and uncertain windows", () => {
  expect(cut([1, 0], [2, 0.9], [0.4, 0.1], [2, 0.9], [1, 0])).toEqual([[0.8, 5.6]]);
  expect(cut([2, 0], [0.1, 0.9], [2, 0])).toEqual([]);
  expect(cut([1, 0], [2, 0.9], [2, 0.4], [1, 0])).toEqual([[0.8, 5.2]]);
  expect(cut([3, 0.4])).toEqual([]);
});

test("cuts long speech without a pause where it is quietest", () => {
  const pieces = cut([12, 0.9], [0.1, 0.5], [12, 0.9]);
  expect(pieces).toHaveLength(2);
  expect(pieces[0]?.[1]).toBeCloseTo(12, 0);
});

test("returns ordered, separate and short enough pieces for any windows", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 2000 }), (speech) => {
      const length = Math.max(0, speech.length * WINDOW - 100);
      let last = 0;
      for (const { from, to } of findSpeech(speech, length)) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        expect(to - from).toBeLessThanOrEqual((15 + 2 * MARGIN) * RATE);
        last = to;
      }
      expect(last).toBeLessThanOrEqual(length);
    }),
  );
});

/** @param parts durations in seconds, each with its speech probability. @returns pieces in seconds, rounded to a window */
function cut(...parts: [seconds: number, speech: number][]): number[][] {
  const speech = parts.flatMap(([seconds, value]) =>
    Array.from({ length: Math.round((seconds * RATE) / WINDOW) }, () => value),
  );
  const starts = findSpeech(speech, speech.length * WINDOW).map(({ from, to }) => [from / RATE, to / RATE]);
  return starts.map((piece) => piece.map((at) => Math.round(at * 10) / 10));
}
