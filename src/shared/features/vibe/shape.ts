import type { Vibe } from "./contract.ts";

/** More nodes would not make the cloud clearer, but would slow down a phone. */
export const MAX_NODES = 60;

export interface Point {
  x: number;
  y: number;
  z: number;
}

/** Start of the sliders and of the first drift while no vibe is set. It is never shown as a vibe. */
export const restingVibe: Vibe = { quaternion: { x: 0, y: 0, z: 0, w: 1 }, sentiment: 0, intensity: 0.3 };

/** Normalizes a vibe for drawing: the rotation to length 1, sentiment to -1 to 1, intensity to 0 to 1. */
export function drawable({ quaternion: { x, y, z, w }, sentiment, intensity }: Vibe): Vibe {
  const length = Math.hypot(x, y, z, w);
  const isRotation = Number.isFinite(length) && length > 1e-9;
  const quaternion = isRotation
    ? { x: x / length, y: y / length, z: z / length, w: w / length }
    : { x: 0, y: 0, z: 0, w: 1 };
  return { quaternion, sentiment: clamp(sentiment, -1, 1), intensity: clamp(intensity, 0, 1) };
}

/** Points spread evenly over a sphere of radius 1 (a Fibonacci sphere). */
export function spherePoints(count: number): Point[] {
  const golden = Math.PI * (3 - Math.sqrt(5));
  return Array.from({ length: Math.min(count, MAX_NODES) }, (_, index) => {
    const y = 1 - (2 * (index + 0.5)) / count;
    const ring = Math.sqrt(1 - y * y);
    return { x: Math.cos(golden * index) * ring, y, z: Math.sin(golden * index) * ring };
  });
}

/** A point rotated by a rotation of length 1. */
export function rotate({ x, y, z }: Point, { x: qx, y: qy, z: qz, w }: Vibe["quaternion"]): Point {
  // t = 2 q × v; v' = v + w t + q × t
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  return {
    x: x + w * tx + qy * tz - qz * ty,
    y: y + w * ty + qz * tx - qx * tz,
    z: z + w * tz + qx * ty - qy * tx,
  };
}

/** Similarity of two vibes, 0 to 1, with equal weights for rotation, sentiment and intensity. */
export function similarity(one: Vibe, other: Vibe): number {
  const a = drawable(one);
  const b = drawable(other);
  const { quaternion: p } = a;
  const { quaternion: q } = b;
  // A rotation and its negative are the same.
  const turned = Math.min(1, Math.abs(p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w));
  const felt = 1 - Math.abs(a.sentiment - b.sentiment) / 2;
  const wild = 1 - Math.abs(a.intensity - b.intensity);
  return (turned + felt + wild) / 3;
}

/** A vibe in words, for users who cannot see the drawing. */
export function vibeWords(vibe: Vibe): string {
  const { sentiment, intensity } = drawable(vibe);
  const mood = sentiment < -0.33 ? "low" : sentiment < 0.33 ? "even" : "bright";
  const energy = intensity < 0.33 ? "calm" : intensity < 0.66 ? "lively" : "wild";
  return `${mood} and ${energy}`;
}

function clamp(value: number, low: number, high: number): number {
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : low;
}
