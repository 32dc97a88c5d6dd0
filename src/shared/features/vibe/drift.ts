import type { Vibe } from "./contract.ts";
import { drawable } from "./shape.ts";
import type { Feeling } from "#shared/feeling.ts";

/** Share of the distance that a vibe moves towards the feeling of the last message: one sentence does not make a day. */
const SHARE = 0.35;
/** Radians it turns with each message, so that the drawing shows a change. */
const TURN = 0.25;

/** A vibe after its user has written something with this `feeling`. */
export function drift(vibe: Vibe, feeling: Feeling): Vibe {
  const { quaternion: q, sentiment, intensity } = drawable(vibe);
  const [sin, cos] = [Math.sin(TURN / 2), Math.cos(TURN / 2)];
  return {
    // Rotated about y.
    quaternion: {
      x: q.x * cos + q.z * sin,
      y: q.y * cos + q.w * sin,
      z: q.z * cos - q.x * sin,
      w: q.w * cos - q.y * sin,
    },
    sentiment: sentiment + (feeling.sentiment - sentiment) * SHARE,
    intensity: intensity + (feeling.intensity - intensity) * SHARE,
  };
}
