/** Pixels a finger has to travel sideways to turn a photo: less is a tap that slipped. */
export const SWIPE = 40;

/** The photo so many steps on; after the last comes the first, before the first the last. */
export function nextPhoto(index: number, step: number, count: number): number {
  return count === 0 ? 0 : (((index + step) % count) + count) % count;
}
