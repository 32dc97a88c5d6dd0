import { dayOf } from "#shared/day.ts";
import type { AnswerPart } from "#shared/features/chat/answer-part.ts";
import type { ListingState } from "#shared/features/chat/contract.ts";
import { addDays } from "#shared/features/lending/days.ts";
import type { Clock } from "../understand/read-when.ts";
import type { ListingFacts } from "./ability-world.ts";
import { isFree, nextFree } from "./days-taken.ts";

/** Whether a listing can be had now. Null when its days are unknown, as on an offline phone. */
export function listingState(facts: ListingFacts, { now, zone }: Clock): ListingState | null {
  const at = now.toISOString();
  if (facts.availability === "maintenance") return { state: "repair", until: null, at };
  if (facts.availability === "unavailable") return { state: "away", until: null, at };
  if (facts.taken === null) return null;
  const today = dayOf(now, zone);
  if (isFree(facts, today, today)) return { state: "free", until: null, at };
  const next = nextFree(facts, today);
  return { state: "out", until: next === null ? null : addDays(next, -1), at };
}

/** The parts of an answer, with the state of every listing they cite. */
export function withListingStates(
  parts: readonly AnswerPart[],
  facts: ReadonlyMap<string, ListingFacts>,
  clock: Clock,
): AnswerPart[] {
  return parts.map(({ text, items }) => ({
    text,
    items: items.map((item) => {
      const known = facts.get(item.source.sourceId);
      const availability = known === undefined ? null : listingState(known, clock);
      return availability === null ? item : { ...item, source: { ...item.source, availability } };
    }),
  }));
}
