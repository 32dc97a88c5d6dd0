import type { Proposal } from "#shared/features/chat/proposal.ts";
import type { Day } from "#shared/features/lending/days.ts";
import { daysInSentence } from "./days-taken.ts";

/** Text on a proposal's button: "Ask to borrow". */
export function proposalAction({ ability }: Proposal): string {
  switch (ability) {
    case "borrow":
      return "Ask to borrow";
    case "post-need":
      return "Post this need";
    case "share":
      return "Share it";
  }
}

/** The subject of a proposal: "Honda generator · Fri 4 to Sun 6 Sep". Empty when it is still unknown. */
export function proposalSubject(proposal: Proposal): string {
  switch (proposal.ability) {
    case "borrow":
      return joined(proposal.title, daysOf(proposal));
    case "post-need": {
      const { words, place } = proposal;
      return joined(place === null ? words : `${words} near ${place}`, daysOf(proposal));
    }
    case "share":
      return proposal.thing;
  }
}

function daysOf({ first, last }: { first: Day | null; last: Day | null }): string {
  return first === null ? "" : daysInSentence(first, last ?? first);
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}
