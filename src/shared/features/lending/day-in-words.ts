import type { Day } from "./days.ts";

// Apart from the other rules of days: the cards of an answer need no more than this.

const DAY_MS = 86_400_000;

/** `4 Sept` */
export function dayInWords(day: Day): string {
  return date.format(midnight(day));
}

/** The last day of a loan: a weekday within the next six days, otherwise the date, because the same weekday comes again. */
export function lastDayInWords(last: Day, now: Date): string {
  const ahead = midnight(last).getTime() / DAY_MS - Math.floor(now.getTime() / DAY_MS);
  if (ahead === 0) return "tonight";
  if (ahead === 1) return "tomorrow";
  return ahead < 7 ? weekday.format(midnight(last)) : dayInWords(last);
}

function midnight(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
