import { type Lendable, takenDays } from "#shared/features/lending/availability.ts";
import { type Day, lengthOf } from "#shared/features/lending/days.ts";

const WEEKDAYS = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** "Fri 4 Sept", or "Fri 4 to Sun 6 Sept", with the weekday because people at a festival count by weekdays. */
export function daysInSentence(first: Day, last: Day): string {
  const word = (day: Day) =>
    WEEKDAYS.format(new Date(`${day}T00:00:00Z`))
      .replace(",", "")
      .replace("Sept", "Sep");
  return first === last ? word(first) : `${word(first)} to ${word(last)}`;
}

/** The days from `from` on which it is taken, in words; empty when there are none. */
export function takenInWords({ loans = [] }: Lendable, from: Day, today: Day): string {
  return takenDays(loans, today)
    .filter(({ last }) => last >= from)
    .toSorted((one, other) => (one.first < other.first ? -1 : 1))
    .slice(0, 3)
    .map(({ first, last }) =>
      daysInSentence(first < from ? from : first, lengthOf(first, last) > 40 ? first : last),
    )
    .join(", ");
}
