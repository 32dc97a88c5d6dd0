/**
 * Milliseconds after which a fix is outdated. In this time a user covers 25 m on foot or 100 m by bike, about as much as the width of a
 * destination in a dust storm.
 */
const FRESH_MS = 20_000;

/** Whether a fix received at `at` is still the device's position; both in milliseconds since the epoch. */
export function isFresh(at: number, now: number): boolean {
  return now - at < FRESH_MS;
}

/** The age of a fix: "40 s ago", "3 min ago", "2 h ago". At least one second, whatever the clocks show. */
export function fixAge(at: number, now: number): string {
  const seconds = Math.max(1, Math.round((now - at) / 1_000));
  if (seconds < 90) return `${seconds} s ago`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
}
