import { expect, test } from "vitest";
import { drift } from "./drift.ts";
import { restingVibe } from "./shape.ts";

test("approaches the feeling of each similar message and never passes it", () => {
  let vibe = restingVibe;
  for (let count = 0; count < 40; count += 1) {
    const next = drift(vibe, { sentiment: 0.8, intensity: 0.9 });
    expect(next.sentiment).toBeGreaterThan(vibe.sentiment);
    expect(next.sentiment).toBeLessThanOrEqual(0.8);
    const { x, y, z, w } = next.quaternion;
    expect(Math.hypot(x, y, z, w)).toBeCloseTo(1, 10);
    expect(next.quaternion).not.toEqual(vibe.quaternion);
    vibe = next;
  }
  expect(vibe.sentiment).toBeCloseTo(0.8, 3);
  expect(vibe.intensity).toBeCloseTo(0.9, 3);
});
