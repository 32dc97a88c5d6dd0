import fc from "fast-check";
import { expect, test } from "vitest";
import { drawable, MAX_NODES, rotate, similarity, spherePoints, vibeWords } from "./shape.ts";

const still = { quaternion: { x: 0, y: 0, z: 0, w: 1 }, sentiment: 0, intensity: 0 };
const anyVibe = fc.record({
  quaternion: fc.record({ x: fc.double(), y: fc.double(), z: fc.double(), w: fc.double() }),
  sentiment: fc.double(),
  intensity: fc.double(),
});

test("places at most 60 nodes, all on the sphere", () => {
  expect(spherePoints(500)).toHaveLength(MAX_NODES);
  for (const point of spherePoints(60)) expect(Math.hypot(point.x, point.y, point.z)).toBeCloseTo(1, 10);
});

test("draws any stored vibe within the sphere", () => {
  fc.assert(
    fc.property(anyVibe, (vibe) => {
      const { quaternion: q, sentiment, intensity } = drawable(vibe);
      expect(Math.hypot(q.x, q.y, q.z, q.w)).toBeCloseTo(1, 6);
      expect(Math.abs(sentiment)).toBeLessThanOrEqual(1);
      expect(intensity).toBeGreaterThanOrEqual(0);
      expect(intensity).toBeLessThanOrEqual(1);
      const turned = rotate({ x: 0, y: 0.6, z: 0.8 }, q);
      expect(Math.hypot(turned.x, turned.y, turned.z)).toBeCloseTo(1, 6);
    }),
    { seed: 20_260_301, numRuns: 1000 },
  );
});

test("turns x into y by a quarter turn about z", () => {
  const turned = rotate({ x: 1, y: 0, z: 0 }, { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 });
  expect(turned.x).toBeCloseTo(0, 10);
  expect(turned.y).toBeCloseTo(1, 10);
});

test("rates a vibe as fully similar to itself, however its rotation is written", () => {
  const mirrored = { ...still, quaternion: { x: 0, y: 0, z: 0, w: -3 } };
  expect(similarity(still, mirrored)).toBe(1);
  expect(similarity(still, { ...still, sentiment: 1 })).toBeLessThan(1);
  const opposite = { quaternion: { x: 1, y: 0, z: 0, w: 0 }, sentiment: 1, intensity: 1 };
  expect(similarity({ ...still, sentiment: -1 }, opposite)).toBe(0);
  expect(vibeWords({ ...still, sentiment: 0.9, intensity: 0.9 })).toBe("bright and wild");
});
