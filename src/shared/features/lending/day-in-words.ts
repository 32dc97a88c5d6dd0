import type { Day } from "./days.ts";

// Apart from the other rules of days: the cards of an answer need no more than this.

const DAY_MS = 86_400_000;

/** `4 Sept` */
export function dayInWords(day: Day): string {
  return date.format(midnight(day));
}

/** `30 Aug`, or `30 Aug to 1 Sep`. */
export function daysInWords(first: Day, last: Day): string {
  return first === last ? dayInWords(first) : `${dayInWords(first)} to ${dayInWords(last)}`;
}

/** The last day of a loan: a weekday within the next six days, otherwise the date, because the same weekday comes again. */
export function lastDayInWords(last: Day, today: Day): string {
  const ahead = (midnight(last).getTime() - midnight(today).getTime()) / DAY_MS;
  if (ahead === 0) return "tonight";
  if (ahead === 1) return "tomorrow";
  return ahead < 7 ? weekday.format(midnight(last)) : dayInWords(last);
}

/** The day after `last`, worded like it. */
export function dayAfterInWords(last: Day, today: Day): string {
  return lastDayInWords(new Date(midnight(last).getTime() + DAY_MS).toISOString().slice(0, 10), today);
}

function midnight(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
