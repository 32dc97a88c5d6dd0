import { dayInWords } from "./day-in-words.ts";

/** Calendar days such as `2026-08-30`, in the festival's time, whatever zone a phone is set to. */
export type Day = string;

const DAY_MS = 86_400_000;
/** Longest loan, in days. */
export const LONGEST_LOAN = 60;
/** How far ahead a loan may be requested, in days. */
export const FARTHEST_AHEAD = 400;
/** Farther west it is still yesterday, and today ends there half a day later than here. */
const LATEST_ZONE_MS = DAY_MS / 2;

/** Whether this is a calendar day: 2026-02-30 is not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function dayOf(moment: Date): Day {
  return moment.toISOString().slice(0, 10);
}

/** The day `count` days later, or earlier when negative. */
export function addDays(day: Day, count: number): Day {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS));
}

/** Number of days from `first` to `last`, both included. */
export function lengthOf(first: Day, last: Day): number {
  return Math.round((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS) + 1;
}

/** The earliest day that may still be today for a user. */
export function earliestToday(now: Date): Day {
  return dayOf(new Date(now.getTime() - LATEST_ZONE_MS));
}

/** Why these days cannot be requested, as a sentence; null when they can. */
export function refuseDays(first: Day, last: Day, now: Date): string | null {
  if (!isDay(first) || !isDay(last)) return "Please choose a first and a last day.";
  if (last < first) return "The last day is before the first: please change one of them.";
  if (last < earliestToday(now)) return "Those days are over. Please choose later ones.";
  if (lengthOf(first, last) > LONGEST_LOAN)
    return `That is long: please ask for ${LONGEST_LOAN} days at most.`;
  if (first < addDays(earliestToday(now), -LONGEST_LOAN))
    return "Those days began long ago. Please choose later ones.";
  if (last > addDays(dayOf(now), FARTHEST_AHEAD))
    return "That is far ahead: please ask for something within the next year.";
  return null;
}

/** The first day from `today` on that is not promised; null when none is within reach. @param taken ranges of days, inclusive */
export function firstFreeDay(taken: readonly { first: Day; last: Day }[], today: Day): Day | null {
  for (let ahead = 0; ahead < FARTHEST_AHEAD; ahead += 1) {
    const day = addDays(today, ahead);
    if (!taken.some(({ first, last }) => day >= first && day <= last)) return day;
  }
  return null;
}

/** `30 Aug`, or `30 Aug to 1 Sep`. */
export function daysInWords(first: Day, last: Day): string {
  return first === last ? dayInWords(first) : `${dayInWords(first)} to ${dayInWords(last)}`;
}

/** The weeks of a month as a calendar shows them: from Monday, filled up with days of the neighboring months. */
export function weeksOf(month: string): Day[][] {
  const first = `${month}-01`;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const weeks: Day[][] = [];
  let day = addDays(first, -weekday);
  do {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)));
    day = addDays(day, 7);
  } while (day.startsWith(month));
  return weeks;
}
