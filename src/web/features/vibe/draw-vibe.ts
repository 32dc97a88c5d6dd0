import type { Vibe } from "#shared/features/vibe/contract.ts";
import { drawable, rotate, spherePoints } from "#shared/features/vibe/shape.ts";

/** Number of nodes of each cloud. At most two are drawn over each other, with 60 nodes in total. */
const NODES_ALONE = 60;
const NODES_COMPARED = 30;
/** Pulsation of a node at full intensity, as a share of the radius. */
const AMPLITUDE = 0.28;
/** Radians per second. */
const SPIN = 0.35;

export interface Cloud {
  vibe: Vibe;
  /** The theme's colors for the canvas: of a low and of a bright mood. */
  low: string;
  bright: string;
  /** Draws rings instead of dots, so that two clouds can be distinguished without color. */
  isRing: boolean;
}

/**
 * Draws one frame of one or two overlaid vibes.
 * @param seconds since the animation began; 0 is the still image
 * @param size of the square in CSS pixels
 */
export function drawVibes(
  canvas: CanvasRenderingContext2D,
  clouds: readonly Cloud[],
  seconds: number,
  size: number,
): void {
  canvas.clearRect(0, 0, size, size);
  const count = clouds.length > 1 ? NODES_COMPARED : NODES_ALONE;
  for (const cloud of clouds) drawCloud(canvas, cloud, { seconds, size, count });
}

function drawCloud(
  canvas: CanvasRenderingContext2D,
  { vibe, low, bright, isRing }: Cloud,
  { seconds, size, count }: { seconds: number; size: number; count: number },
): void {
  const { quaternion, sentiment, intensity } = drawable(vibe);
  const radius = size * 0.36;
  const half = (seconds * SPIN * (0.4 + intensity)) / 2;
  const spin = { x: 0, y: Math.sin(half), z: 0, w: Math.cos(half) };
  const nodes = spherePoints(count)
    .map((point, index) => {
      const breath = 1 + AMPLITUDE * intensity * Math.sin(seconds * (1 + 2 * intensity) + index * 1.7);
      const { x, y, z } = rotate(rotate(point, spin), quaternion);
      return { x: x * breath, y: y * breath, z: z * breath };
    })
    .toSorted((a, b) => a.z - b.z);
  canvas.strokeStyle = `color-mix(in oklch, ${bright} ${Math.round(50 + sentiment * 50)}%, ${low})`;
  canvas.fillStyle = canvas.strokeStyle;
  canvas.lineWidth = 1.5;
  for (const { x, y, z } of nodes) {
    const depth = (z + 1.3) / 2.6;
    canvas.globalAlpha = 0.25 + 0.75 * Math.min(1, Math.max(0, depth));
    canvas.beginPath();
    canvas.arc(size / 2 + x * radius, size / 2 + y * radius, size * (0.008 + 0.016 * depth), 0, 2 * Math.PI);
    if (isRing) canvas.stroke();
    else canvas.fill();
  }
  canvas.globalAlpha = 1;
}
