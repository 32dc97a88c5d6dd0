import type { Vibe } from "./contract.ts";
import { drawable } from "./shape.ts";
import type { Feeling } from "#shared/feeling.ts";

/** How much of the way a vibe goes to how the last words sound: one sentence is not a day. */
const SHARE = 0.35;
/** Radians it turns with each: the drawing shows that something moved. */
const TURN = 0.25;

/** A vibe after its person has said something that sounds like `feeling`. */
export function drift(vibe: Vibe, feeling: Feeling): Vibe {
  const { quaternion: q, sentiment, intensity } = drawable(vibe);
  const [sin, cos] = [Math.sin(TURN / 2), Math.cos(TURN / 2)];
  return {
    // Turned about y.
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
