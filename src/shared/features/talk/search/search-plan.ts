import { isEmptyWord } from "../understand/subject.ts";
import { inOtherWords } from "./thesaurus.ts";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import { findAddress } from "#shared/features/map/address/find-address.ts";
import { clarifyAddresses } from "#shared/features/map/address/loose-address.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import type { DocumentKind, Hit } from "#shared/features/search/document.ts";

/** Kinds that can be borrowed, and notes about them. Camps and guides only mention them. */
const LENDABLE: readonly DocumentKind[] = ["resource", "memory"];

interface Wording {
  /** The subject of the question, for keyword search. */
  text: string;
  /** The whole question, for search by meaning. */
  asked: string;
}

/** How to search for a question, on the server and on a phone alike. */
export interface SearchPlan {
  /** The question without the place it names. */
  question: string;
  /** Results near this point rank higher; null when no place is named. */
  near: GeoPoint | null;
  /** The user's wording, and the festival's own wording if it differs. */
  wordings: readonly Wording[];
  /** Kinds to search first; all kinds are searched if these have no hit. Null: search all kinds at once. */
  kindsFirst: readonly DocumentKind[] | null;
}

/** Creates the search plan. A place named in the question ranks nearby items higher and is not searched as words. */
export function planSearch(city: City, message: string): SearchPlan {
  const text = clarifyAddresses(message);
  const found = findAddress(city, text);
  const words = found === null ? text : `${text.slice(0, found.start)} ${text.slice(found.end)}`.trim();
  const question = words === "" ? text : words;
  return {
    question,
    near: found === null ? null : locate(city, found.address),
    wordings: [question, inOtherWords(question)].flatMap((asked) =>
      asked === null ? [] : [{ text: subjectWords(asked), asked }],
    ),
    // The guide answers how lending works.
    kindsFirst: asksToBorrow(text) && !asksHow(text) ? LENDABLE : null,
  };
}

/** The better hit of each item found by several wordings. */
export function bestOfEach(hits: readonly Hit[]): Hit[] {
  const best = new Map<string, Hit>();
  for (const hit of hits) {
    const other = best.get(hit.id);
    if (other === undefined || other.score < hit.score) best.set(hit.id, hit);
  }
  return [...best.values()];
}

/** Words for borrowing another person's item, room or skill. */
const LENDING = /\b(lend|lends|lending|loan|borrow|borrowing|spare|share|shares|sharing|rent|hire)\b/i;

/** Is the question about borrowing? Then library items rank before camps. */
export function asksToBorrow(question: string): boolean {
  return LENDING.test(question);
}

/** Does the question ask how things are done here, rather than who has something? Then the guide has the best answer. */
export function asksHow(question: string): boolean {
  return /^(?:so |and |please |hey |hi )*(?:how (?!about)|why|when|what (?:do|does|should|shall|if|happens|to do|are the rules)|(?:may|can|should|must|do) i\b|am i allowed|is it (?:ok|okay|allowed|safe)|where (?:do|should|can|to|are|is the)|rules? (?:for|about)|i found|i lost|pay\b)/i.test(
    question.trim(),
  );
}

/** The words of a question that may name its subject, for keyword search; all of them when none does. */
export function subjectWords(question: string): string {
  const bare = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}']/gu, "");
  const left = question.split(/\s+/).filter((word) => !isEmptyWord(bare(word)));
  return left.length === 0 ? question : left.join(" ");
}
