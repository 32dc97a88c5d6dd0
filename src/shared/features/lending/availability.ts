import type { blockingStates } from "#shared/features/resources/contract.ts";
import type { Availability } from "./in-words.ts";
import { addDays, type Day, firstFreeDay, isTaken } from "./days.ts";

/** A loan that blocks a thing for other borrowers: its state and days only. */
export interface BlockingLoan {
  state: (typeof blockingStates)[number];
  first: Day;
  last: Day;
}

export interface Lendable {
  /** The availability its owner has set. */
  availability: "available" | "unavailable" | "maintenance";
  /** Missing in copies stored by an earlier version. */
  loans?: readonly BlockingLoan[] | undefined;
}

/**
 * The state of a thing, the same on every surface. A copy may be days old: a promise whose last day is over no longer counts, and a thing
 * that is out stays out until its return is confirmed.
 */
export function availabilityOf({ availability, loans = [] }: Lendable, today: Day): Availability {
  if (availability !== "available") return { state: availability, until: null };
  const taken = takenDays(loans, today);
  if (taken.some(({ first }) => first <= today)) {
    const isOverdue = loans.some(({ state, last }) => state === "handed-over" && last < today);
    const free = firstFreeDay(taken, today);
    return { state: isOverdue ? "overdue" : "out", until: free === null ? null : addDays(free, -1) };
  }
  const isUnchecked = loans.some(({ state }) => state === "returned");
  return { state: isUnchecked ? "needs-look" : "available", until: null };
}

/** Factor for the score of a match that cannot be borrowed now: available things that match about as well come first. */
export const BLOCKED_SCORE = 0.75;

/** The days from today on which a thing is taken. A thing that is out is taken today, however long ago its last day was. */
export function takenDays(
  loans: readonly BlockingLoan[],
  today: Day,
): { first: Day; last: Day; isOut: boolean }[] {
  const blocking = loans.filter(({ state }) => state !== "returned");
  return stillTaken(
    blocking.map(({ state, first, last }) => ({ first, last, isOut: state === "handed-over" })),
    today,
  );
}

/** The days of a calendar from today on, even if the calendar was stored days ago. */
export function stillTaken(taken: readonly { first: Day; last: Day; isOut: boolean }[], today: Day) {
  return taken
    .map(({ first, last, isOut }) => ({
      first: isOut && today < first ? today : first,
      last: isOut && last < today ? today : last,
      isOut,
    }))
    .filter(({ last }) => last >= today);
}

/** Whether it can be borrowed on all of these days. */
export function isFreeOn(thing: Lendable, days: { first: Day; last: Day }, today: Day): boolean {
  const taken = takenDays(thing.loans ?? [], today);
  return thing.availability === "available" && !isTaken(taken, days.first, days.last);
}

/** The first day from `day` on which it can be borrowed; null when there is none within reach. */
export function nextFreeDay(thing: Lendable, day: Day, today: Day): Day | null {
  if (thing.availability !== "available") return null;
  return firstFreeDay(takenDays(thing.loans ?? [], today), day);
}
