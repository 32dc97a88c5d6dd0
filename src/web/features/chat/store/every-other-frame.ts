/** Milliseconds: more than one frame of a 60 Hz screen, less than two. */
const SHORTEST = 25;

/**
 * Limits the rendering of streamed words. At 60 frames a second every other frame is enough for reading, and it halves the battery use of
 * an answer. The first words are rendered in the next frame.
 * @returns a function that calls back before a paint, at most 40 times a second
 */
export function everyOtherFrame(): (draw: () => void) => void {
  let drawnAt = Number.NEGATIVE_INFINITY;
  return (draw) => {
    const look = (now: number): void => {
      if (now - drawnAt < SHORTEST) {
        requestAnimationFrame(look);
        return;
      }
      drawnAt = now;
      draw();
    };
    requestAnimationFrame(look);
  };
}
