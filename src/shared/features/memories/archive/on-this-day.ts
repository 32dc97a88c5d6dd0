import { dayOf } from "#shared/day.ts";

/** Today's day in earlier years, as "08-30". On the last of February of a year without a leap day, February 29 is included. */
export function monthDays(now: Date, zone: string): string[] {
  const today = dayOf(now, zone);
  const [year, monthDay] = [Number(today.slice(0, 4)), today.slice(5)];
  return monthDay === "02-28" && !isLeap(year) ? [monthDay, "02-29"] : [monthDay];
}

/** "A year ago today", "12 years ago today". @param at a moment of an earlier year, in the zone's calendar */
export function yearsAgo(at: Date, now: Date, zone: string): string {
  const [then, today] = [at, now].map((moment) => Number(dayOf(moment, zone).slice(0, 4)));
  const years = (today ?? 0) - (then ?? 0);
  return years === 1 ? "A year ago today" : `${years} years ago today`;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
