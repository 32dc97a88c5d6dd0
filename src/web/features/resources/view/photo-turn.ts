/** Minimum horizontal distance of a swipe in pixels; less is an imprecise tap. */
export const SWIPE = 40;

/** Index of the photo this many steps away, wrapping around. */
export function nextPhoto(index: number, step: number, count: number): number {
  return count === 0 ? 0 : (((index + step) % count) + count) % count;
}
