import { lastDayInWords } from "./day-in-words.ts";
import { type Day, dayOf } from "./days.ts";

/** The loan that keeps a thing from others now: it is out, or it is promised for today. */
export interface Taken {
  last: Day;
  /** Handed over, and not back yet. */
  isOut: boolean;
}

interface Lendable {
  availability: "available" | "unavailable" | "maintenance";
  /** Absent in copies that an earlier version stored. */
  taken?: Taken | null | undefined;
}

export interface Availability {
  /** Whether it can be borrowed right now. */
  isFree: boolean;
  words: string;
}

/**
 * Whether a thing can be borrowed now, in words: "Out until Tuesday". A copy may be days old, so a promise whose last day is over
 * no longer counts; a thing that is out stays out until its return is confirmed.
 */
export function availabilityNow({ availability, taken }: Lendable, now: Date): Availability {
  const today = dayOf(now);
  if (taken !== null && taken !== undefined && (taken.isOut || taken.last >= today))
    return { isFree: false, words: takenInWords(taken, now) };
  return { isFree: availability === "available", words: standing[availability] };
}

function takenInWords({ last, isOut }: Taken, now: Date): string {
  if (last < dayOf(now)) return "Out, not back yet";
  return `${isOut ? "Out" : "Promised"} until ${lastDayInWords(last, now)}`;
}

const standing = {
  available: "Available",
  unavailable: "Unavailable",
  maintenance: "In maintenance",
} as const;
