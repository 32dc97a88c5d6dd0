import type { ListingState } from "#shared/features/chat/contract.ts";
import { lastDayInWords } from "#shared/features/lending/day-in-words.ts";

/** An answer from longer ago knows nothing about now. */
const VALID_MS = 12 * 3_600_000;

/** "Free now" or "Out until Tuesday", as of the answer; null once that is too long ago. @param now milliseconds since the epoch */
export function listingInWords({ state, until, at }: ListingState, now: number): string | null {
  const since = now - Date.parse(at);
  if (!(since < VALID_MS)) return null;
  switch (state) {
    case "free":
      return "Free now";
    case "repair":
      return "In maintenance";
    case "away":
      return "Unavailable";
    case "out":
      return until === null ? "Out for now" : `Out until ${lastDayInWords(until, new Date(now))}`;
  }
}
