/** The scroll position of a list, in CSS pixels. */
export interface ScrollMetrics {
  scrollTop: number;
  scrollHeight: number;
  clientHeight: number;
}

/** Beyond this distance from the end the way back is offered. */
const OFFER_JUMP_BEYOND = 150;
/** Within this distance the reader is at the end: less than a line of text. */
const AT_END_WITHIN = 20;

export function distanceFromEnd(list: ScrollMetrics): number {
  return Math.max(0, list.scrollHeight - list.clientHeight - list.scrollTop);
}

export function isJumpOffered(list: ScrollMetrics): boolean {
  return distanceFromEnd(list) > OFFER_JUMP_BEYOND;
}

/**
 * Whether the list should go on following its end after a scroll event.
 *
 * The smallest move upwards by the reader lets go at once, even one that is still close to the end; only arriving at
 * the end takes hold again. Growth of the content is no reason for either: it moves the end, not the reader. When the
 * content shrinks, the browser itself moves the list upwards, and the reader is then at the end.
 */
export function followsEnd(wasFollowing: boolean, before: ScrollMetrics, now: ScrollMetrics): boolean {
  const hasShrunk = now.scrollHeight - now.clientHeight < before.scrollHeight - before.clientHeight;
  if (now.scrollTop < before.scrollTop && !hasShrunk) return false;
  return wasFollowing || distanceFromEnd(now) <= AT_END_WITHIN;
}
