import { asksHow, withoutAskingWords } from "./asking-words.ts";
import { asksToBorrow } from "./lending.ts";
import { inOtherWords } from "./thesaurus.ts";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import { findAddress } from "#shared/features/map/address/find-address.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import type { DocumentKind, Hit } from "#shared/features/search/document.ts";

/** What can be lent, and what one noted about it; camps and guides only talk of it. */
const LENDABLE: readonly DocumentKind[] = ["resource", "memory"];

interface Wording {
  /** What it is about, for a search by words. */
  text: string;
  /** The whole question, for its meaning. */
  asked: string;
}

/** How a question is looked for, on the server and on a phone alike. */
export interface SearchPlan {
  /** The question without the place it names. */
  question: string;
  /** What is near to it is moved up; null when no place is named. */
  near: GeoPoint | null;
  /** The person's words, and the place's own where it has other ones. */
  wordings: readonly Wording[];
  /** Looked among first; where nothing of these kinds is found, among all. Null: among all at once. */
  kindsFirst: readonly DocumentKind[] | null;
}

/** A place named in the question moves up what is near it, and is not searched as words. */
export function planSearch(city: City, text: string): SearchPlan {
  const found = findAddress(city, text);
  const words = found === null ? text : `${text.slice(0, found.start)} ${text.slice(found.end)}`.trim();
  const question = words === "" ? text : words;
  return {
    question,
    near: found === null ? null : locate(city, found.address),
    wordings: [question, inOtherWords(question)].flatMap((asked) =>
      asked === null ? [] : [{ text: withoutAskingWords(asked), asked }],
    ),
    // How lending works is a question to the guide.
    kindsFirst: asksToBorrow(text) && !asksHow(text) ? LENDABLE : null,
  };
}

/** Of an item found by several wordings the better hit. */
export function bestOfEach(hits: readonly Hit[]): Hit[] {
  const best = new Map<string, Hit>();
  for (const hit of hits) {
    const other = best.get(hit.id);
    if (other === undefined || other.score < hit.score) best.set(hit.id, hit);
  }
  return [...best.values()];
}
