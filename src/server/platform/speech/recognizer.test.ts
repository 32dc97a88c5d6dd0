import { expect, test } from "vitest";
import { cutQuietly } from "./recognizer.ts";

const RATE = 16_000;

test("cuts speech without a pause at its quietest moment near ten seconds, losslessly", () => {
  const speech = Float32Array.from({ length: 25 * RATE }, (_, at) => Math.sin(at));
  speech.fill(0, 8 * RATE, 8.1 * RATE);
  const pieces = [...cutQuietly(speech)];
  expect(Float32Array.from(pieces.flatMap((piece) => [...piece]))).toEqual(speech);
  expect(pieces.every(({ length }) => length <= 10 * RATE)).toBe(true);
  expect((pieces[0]?.length ?? 0) / RATE).toBeCloseTo(8.05, 1);
});

test("returns speech of at most ten seconds in one piece", () => {
  for (const seconds of [0.2, 10]) {
    const pieces = [...cutQuietly(new Float32Array(seconds * RATE))];
    expect(pieces.map(({ length }) => length)).toEqual([seconds * RATE]);
  }
});
