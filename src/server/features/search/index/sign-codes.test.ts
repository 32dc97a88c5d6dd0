import { expect, test } from "vitest";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { PassageCodes } from "./passage-codes.ts";
import { SignCodes } from "./sign-codes.ts";

test("counts differing signs of vectors of any length", () => {
  const next = seededRandom(5);
  for (const dimensions of [1, 100, 128, 512, 1000]) {
    const codes = new SignCodes(dimensions);
    const vectors = Array.from({ length: 600 }, () => vectorOf(dimensions, next)); // more than its initial capacity
    vectors.forEach((vector, place) => codes.set(place, vector));
    const question = vectorOf(dimensions, next);
    const counted = vectors.map(
      (vector) => vector.filter((number, index) => number > 0 !== (question[index] ?? 0) > 0).length,
    );
    expect([...codes.distances(question, vectors.length)], String(dimensions)).toEqual(counted);
  }
});

test("estimates a cosine to about a hundredth from four bits per number", () => {
  const next = seededRandom(6);
  const codes = new PassageCodes(512);
  const question = vectorOf(512, next);
  const length = Math.hypot(...question);
  const direction = question.map((number) => number / length);
  for (let round = 0; round < 300; round += 1) {
    const vector = vectorOf(512, next).map(
      (number, index) => number + (round / 300) * (question[index] ?? 0),
    );
    const place = codes.add(vector);
    const exact = vector.reduce((sum, number, index) => sum + number * (direction[index] ?? 0), 0);
    expect(codes.cosine(place, direction)).toBeCloseTo(exact / Math.hypot(...vector), 1.5);
    expect(codes.lengthOf(place)).toBeCloseTo(Math.hypot(...vector), 4);
  }
  const nothing = codes.add(new Float32Array(512));
  expect(codes.cosine(nothing, direction)).toBe(0);
});

function vectorOf(dimensions: number, next: () => number): Float32Array {
  return Float32Array.from({ length: dimensions }, () => next() - 0.5);
}
