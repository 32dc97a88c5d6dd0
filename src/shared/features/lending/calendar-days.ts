// The days that the calendar of a request shows and rejects.

import { addDays, type Day, dayOf, earliestToday, FARTHEST_AHEAD, isDay, isTaken, lengthOf } from "./days.ts";

/** Longest loan, in days. */
const LONGEST_LOAN = 60;

/** The reason why these days cannot be requested, as a sentence; null when they can. */
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

/** The days most users request. On a Sunday, only today is left of the weekend. */
export function nearDays(today: Day, taken: Parameters<typeof isTaken>[0]) {
  const tomorrow = addDays(today, 1);
  const saturday = addDays(mondayOf(today), 5);
  return [
    { label: "Today", first: today, last: today },
    { label: "Tomorrow", first: tomorrow, last: tomorrow },
    { label: "Weekend", first: saturday < today ? today : saturday, last: addDays(saturday, 1) },
  ].map((near) => ({ ...near, isTaken: isTaken(taken, near.first, near.last) }));
}

/**
 * The weeks of a month as a calendar shows them: from Monday, filled up with days of the neighboring months. The month of `today` begins
 * with this week.
 */
export function weeksOf(month: string, today: Day): Day[][] {
  const weeks: Day[][] = [];
  let day = mondayOf(today.startsWith(month) ? today : `${month}-01`);
  do {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)));
    day = addDays(day, 7);
  } while (day.startsWith(month));
  return weeks;
}

/** The Monday of its week. */
export function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}
