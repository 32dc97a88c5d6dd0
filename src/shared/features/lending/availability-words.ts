import { dayAfterInWords, lastDayInWords } from "./day-in-words.ts";
import type { Day } from "./days.ts";

export const availabilityStates = [
  "available",
  /** Out, or promised for today. */
  "out",
  /** Out, and its last day is over. */
  "overdue",
  /** Back, and its owner has not checked yet whether it is fine. */
  "needs-look",
  "unavailable",
  "maintenance",
] as const;

/** Whether a thing can be borrowed today. */
export interface Availability {
  state: (typeof availabilityStates)[number];
  /** The last day before it is free, when it is `out` or `overdue`; otherwise null, and when no day within reach is free. */
  until: Day | null;
}

/** "Available", "Out until Saturday, ask for Sunday", "Overdue, ask for tomorrow", "Needs a look". */
export function availabilityInWords({ state, until }: Availability, today: Day): string {
  const ask = until === null ? "" : `, ask for ${dayAfterInWords(until, today)}`;
  switch (state) {
    case "available":
      return "Available";
    case "out":
      return until === null ? "Out" : `Out until ${lastDayInWords(until, today)}${ask}`;
    case "overdue":
      return `Overdue${ask}`;
    case "needs-look":
      return "Needs a look";
    case "unavailable":
      return "Unavailable";
    case "maintenance":
      return "Maintenance";
  }
}
