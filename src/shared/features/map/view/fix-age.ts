/**
 * Milliseconds after which a fix says where one was, not where one is. On foot these are 25 m, by bike 100 m: as much as what one
 * looks for in a dust storm is wide.
 */
const FRESH_MS = 20_000;

/** Whether a fix that arrived at `at` still says where the device is; both in milliseconds since the epoch. */
export function isFresh(at: number, now: number): boolean {
  return now - at < FRESH_MS;
}

/** How long ago a fix arrived: "40 s ago", "3 min ago", "2 h ago". Never less than a second, whatever the clocks say. */
export function fixAge(at: number, now: number): string {
  const seconds = Math.max(1, Math.round((now - at) / 1_000));
  if (seconds < 90) return `${seconds} s ago`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
}
