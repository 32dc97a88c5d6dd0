import { plain, type Prose, prose } from "#shared/features/chat/prose.ts";
import { countInWords, type Presentation } from "#shared/features/chat/search-answer.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import type { City } from "#shared/features/map/city/city.ts";
import type { Intent, Sought } from "../understand/intent.ts";
import { titleHasWord } from "../understand/spoken/title-has-word.ts";
import { type CountedNoun, countedNoun } from "../words/counted-noun.ts";
import { freeFirst } from "./listing-state.ts";
import { needOfIntent } from "../words/need-words.ts";

/** Meters that still count as near: a walk of about twelve minutes. */
const NEAR_METRES = 1_000;

type Asked = Pick<Intent, "what" | "near" | "sought" | "compared" | "size" | "without" | "when">;

/**
 * How to present the items found for a request. The first line contains kind, number and place: "Two generators near 7:30". It is true of
 * all shown items: the noun is from their titles, and "near" applies to all of them.
 */
export function presentationFor(asked: Asked, city: City): Presentation {
  return {
    // Of three words or more, some are in what was found.
    asked: asked.what.split(" ").length <= 2 ? asked.what : "",
    lead(shown, confidence) {
      const { words, rest } = nounPhrase(asked, shown, confidence);
      const more =
        rest === 0 ? "" : prose`, and ${plain(countInWords(rest).toLowerCase())} more that may help`;
      return prose`${words}${placeWords(asked, city, shown)}${more}`;
    },
    order(found) {
      const best = freeFirst(found, (each) => each);
      const noun = nounOf(asked);
      if (noun === null) return best;
      const named = best.filter((item) => isNamed(item, noun));
      const rest = best.filter((item) => !isNamed(item, noun));
      // One may be a coincidence. Of two, the others are irrelevant.
      return named.length > 1 ? named : [...named, ...rest];
    },
    arrange: (shown) => (asked.near === null ? shown : nearestFirst(asked, shown)),
  };
}

/** The requested words, by which titles are compared; null when the user requested an order: "a bigger one", "the nearest". */
function nounOf({ what, compared, size }: Asked): CountedNoun | null {
  if (what === "" || compared !== null || size !== null) return null;
  // "Shade cloth" is not counted, but it is in titles.
  return countedNoun(what) ?? { one: what, many: what };
}

/** Puts named items first, then those that can be borrowed now; the rest of the order is by distance. */
function nearestFirst(asked: Asked, shown: readonly Retrieved[]): Retrieved[] {
  const noun = nounOf(asked);
  const metres = ({ source: { distanceM } }: Retrieved) => distanceM ?? Infinity;
  const near = shown.toSorted((one, other) => metres(one) - metres(other) || 0);
  const free = freeFirst(near, (each) => each);
  if (noun === null) return free;
  return free.toSorted((one, other) => Number(isNamed(other, noun)) - Number(isNamed(one, noun)));
}

/** @returns the counted items in words, and the number of items these words do not cover */
function nounPhrase(
  { what, sought }: Asked,
  shown: readonly Retrieved[],
  confidence: "sure" | "likely",
): { words: Prose; rest: number } {
  const noun = countedNoun(what);
  const named = noun === null ? 0 : shown.filter((item) => isNamed(item, noun)).length;
  if (noun !== null && named > 0) {
    const counted = prose`${countInWords(named)} ${plain(named === 1 ? noun.one : noun.many)}`;
    const words = confidence === "sure" ? counted : prose`${counted} that could fit`;
    return { words, rest: shown.length - named };
  }
  const { one, many } = kindNoun(sought, shown);
  // "What camps are near 7:30?" is about any camp.
  if (what === "" && sought !== null && one === sought)
    return { words: prose`${countInWords(shown.length)} ${plain(shown.length === 1 ? one : many)}`, rest: 0 };
  const fits = confidence === "likely" ? "could fit" : shown.length === 1 ? "fits" : "fit";
  return {
    words: prose`${countInWords(shown.length)} ${plain(shown.length === 1 ? one : many)} that ${plain(fits)}`,
    rest: 0,
  };
}

function isNamed({ source }: Retrieved, { one }: CountedNoun): boolean {
  // A note about a generator is not a generator.
  if (source.kind !== "resource" && source.kind !== "camp") return false;
  return one.split(/[ -]/).every((word) => titleHasWord(source.title, word));
}

/** A noun that fits all of the items. */
function kindNoun(sought: Sought | null, shown: readonly Retrieved[]): CountedNoun {
  const [kind, another] = new Set(shown.map(({ source }) => source.kind));
  if (another !== undefined || kind === undefined) return { one: "thing", many: "things" };
  switch (kind) {
    case "camp":
      return { one: "camp", many: "camps" };
    case "community":
      return { one: "community", many: "communities" };
    case "memory":
      return { one: "note of yours", many: "notes of yours" };
    case "context":
      return { one: "page of the guide", many: "pages of the guide" };
    case "resource":
      if (sought === "venue") return { one: "place", many: "places" };
      return sought === "talent" ? { one: "offer", many: "offers" } : { one: "thing", many: "things" };
  }
}

function placeWords(asked: Asked, city: City, shown: readonly Retrieved[]): Prose | "" {
  if (shown.some(({ source: { distanceM } }) => distanceM === null || distanceM > NEAR_METRES)) return "";
  const place = nearWhat(asked, city);
  if (place !== null) return prose` near ${plain(place)}`;
  return asked.compared === "closer" && shown.length > 1 ? prose`, nearest first` : "";
}

function nearWhat(asked: Asked, city: City): string | null {
  if (asked.near?.kind === "me") return "you";
  if (asked.near?.kind === "home") return "your home";
  return needOfIntent(asked, city).place;
}
