/** Milliseconds: more than one frame of a 60 Hz screen, less than two. */
const SHORTEST = 25;

/**
 * Paces the drawing of words that stream in. At 60 frames a second every other one is enough for reading, and it halves
 * what an answer costs a phone's battery. The first words are drawn with the next frame.
 * @returns calls back before a paint, at most 40 times a second
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
