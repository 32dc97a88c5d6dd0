/** Calendar days such as `2026-08-30`, in the festival's time, whatever zone a phone is set to. */
export type Day = string;

const DAY_MS = 86_400_000;
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

/** The day on the calendar of this device. At the festival this is the festival's day, while UTC may be a day ahead. */
export function dayHere(moment: Date): Day {
  return dayOf(new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000));
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

/** Ranges of days, inclusive. */
type Ranges = readonly { first: Day; last: Day }[];

/** Whether any of these days is taken. */
export function isTaken(taken: Ranges, from: Day, to: Day = from): boolean {
  return taken.some(({ first, last }) => first <= to && last >= from);
}

/** The first day from `today` on that is not promised; null when none is within range. */
export function firstFreeDay(taken: Ranges, today: Day): Day | null {
  for (let ahead = 0; ahead < FARTHEST_AHEAD; ahead += 1) {
    const day = addDays(today, ahead);
    if (!isTaken(taken, day)) return day;
  }
  return null;
}
