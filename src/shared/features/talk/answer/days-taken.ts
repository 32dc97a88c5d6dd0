import { type Day, addDays, lengthOf } from "#shared/features/lending/days.ts";
import type { ListingFacts } from "./ability-world.ts";

const WEEKDAYS = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** "Fri 4 Sept", or "Fri 4 to Sun 6 Sept", with the weekday because people at a festival count by weekdays. */
export function daysSaid(first: Day, last: Day): string {
  const word = (day: Day) =>
    WEEKDAYS.format(new Date(`${day}T00:00:00Z`))
      .replace(",", "")
      .replace("Sept", "Sep");
  return first === last ? word(first) : `${word(first)} to ${word(last)}`;
}

/** Whether it is free on all of these days. */
export function isFree({ availability, taken }: ListingFacts, first: Day, last: Day): boolean {
  return (
    availability === "available" && !(taken ?? []).some((loan) => loan.first <= last && loan.last >= first)
  );
}

/** The first day from `from` on which it is free; null when there is none within the next month. */
export function nextFree(facts: ListingFacts, from: Day): Day | null {
  if (facts.availability !== "available") return null;
  for (let ahead = 0; ahead < 31; ahead += 1) {
    const day = addDays(from, ahead);
    if (isFree(facts, day, day)) return day;
  }
  return null;
}

/** The days from `from` on which it is taken, in words; empty when there are none. */
export function takenSaid({ taken }: ListingFacts, from: Day): string {
  return (taken ?? [])
    .filter(({ last }) => last >= from)
    .toSorted((one, other) => (one.first < other.first ? -1 : 1))
    .slice(0, 3)
    .map(({ first, last }) =>
      daysSaid(first < from ? from : first, lengthOf(first, last) > 40 ? first : last),
    )
    .join(", ");
}
