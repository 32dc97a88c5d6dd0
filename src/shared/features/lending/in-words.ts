import { dateFormat } from "#shared/date-format.ts";
import { addDays, type Day } from "./days.ts";

// Separate from the rules: the cards of an answer need only this.

const DAY_MS = 86_400_000;

/** `4 Sept` */
export function dayInWords(day: Day): string {
  return date(midnight(day));
}

/** `27 Nov`, `27-28 Nov` or `30 Nov-1 Dec`. */
export function daysInWords(first: Day, last: Day): string {
  if (first === last) return dayInWords(first);
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${isOneMonth ? Number(first.slice(8)) : dayInWords(first)}-${dayInWords(last)}`;
}

/** `Fri` or `Fri-Sat` when less than a week away, otherwise `27 Nov`, `27-28 Nov` or `30 Nov-1 Dec`. */
export function daysNearby(first: Day, last: Day, today: Day): string {
  const isNear = Math.max(daysFrom(first, today), daysFrom(today, last), daysFrom(first, last)) < 7;
  if (!isNear) return daysInWords(first, last);
  const [from, to] = [first, last].map((day) => shortWeekday(midnight(day)));
  return from === to ? `${from}` : `${from}-${to}`;
}

/** The last day of a loan: a weekday within the next six days, otherwise the date, because the same weekday comes again. */
export function lastDayInWords(last: Day, today: Day): string {
  const ahead = daysFrom(today, last);
  if (ahead === 0) return "tonight";
  if (ahead === 1) return "tomorrow";
  return ahead < 7 ? weekday(midnight(last)) : dayInWords(last);
}

/** The day after `last`, in the same wording. */
export function dayAfterInWords(last: Day, today: Day): string {
  return lastDayInWords(addDays(last, 1), today);
}

function daysFrom(one: Day, other: Day): number {
  return (midnight(other).getTime() - midnight(one).getTime()) / DAY_MS;
}

function midnight(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

const weekday = dateFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const shortWeekday = dateFormat("en-GB", { weekday: "short", timeZone: "UTC" });
const date = dateFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

export const availabilityStates = [
  "available",
  /** Out, or promised for today. */
  "out",
  /** Out, and its last day is over. */
  "overdue",
  /** Returned, and its owner has not yet checked whether it is fine. */
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
