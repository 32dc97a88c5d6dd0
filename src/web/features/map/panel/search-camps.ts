import MiniSearch, { type SearchResult } from "minisearch";
import { fold } from "#shared/word-likeness.ts";
import { parseAddress } from "#shared/features/map/address/address.ts";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import { nearestTo } from "#shared/features/map/camps/nearby.ts";

/** Finds camps by what a user types. */
export type SearchCamps = (words: string) => readonly Camp[];

/** How much a hit in a name counts more than one in a description. */
const BOOST = { name: 6, place: 3, landmark: 1.5, hometown: 1.5, description: 1 };
/** A camp found by an address stands at most this many metres from it. */
const ADDRESS_REACH = 400;

/**
 * An index over loaded camps, made once per list: all on this phone. Case and accents do not matter, words may be unfinished
 * or misspelt, the best come first. An address ("7:30 & E") finds what stands there, the nearest first.
 */
export function searchOver(city: City, camps: readonly Camp[]): SearchCamps {
  const byId = new Map(camps.map((camp) => [camp.id, camp]));
  const index = new MiniSearch<Camp>({
    fields: Object.keys(BOOST),
    extractField: (camp, field) => fieldOf(camp, field),
    tokenize: (text) => inPlainLetters(text).split(/[^\p{L}\p{N}:]+/u),
    processTerm: (term) => (term === "" ? null : term),
    searchOptions: { boost: BOOST, combineWith: "AND", prefix: true, fuzzy: allowedSlips },
  });
  index.addAll(camps);
  return (words) => {
    const address = parseAddress(words);
    const place = address.kind === "none" || address.kind === "unknown" ? null : locate(city, address);
    if (place !== null) {
      const near = nearestTo(city, camps, place).filter(({ metres }) => metres <= ADDRESS_REACH);
      if (near.length > 0) return near.map(({ thing }) => thing);
    }
    // A single letter begins too many words of descriptions.
    const fields = words.trim().length < 2 ? { fields: ["name"] } : {};
    return index
      .search(words, { ...fields, filter: hasRightBeginnings })
      .flatMap(({ id }) => byId.get(String(id)) ?? []);
  };
}

/** Folded, with ligatures and the letters Unicode does not take apart as plain ones. */
function inPlainLetters(text: string): string {
  return fold(text).replaceAll(/[ßæœøłđðþı’']/g, (letter) => PLAIN[letter] ?? "");
}

const PLAIN: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

function fieldOf(camp: Camp, field: string): string {
  switch (field) {
    case "id":
      return camp.id;
    case "name":
      return camp.name;
    case "place":
      return camp.location_string ?? "";
    case "landmark":
      return camp.landmark ?? "";
    case "hometown":
      return camp.hometown ?? "";
    default:
      return camp.description ?? "";
  }
}

/** The first letter of a word is hardly ever the wrong one: "bred" is bread and not red. */
function hasRightBeginnings({ queryTerms, terms }: SearchResult): boolean {
  return queryTerms.every((asked) => terms.some((term) => term[0] === asked[0]));
}

/** Letters that may be wrong: none in a short word, two in a long one. Numbers mean what they say. */
function allowedSlips(term: string): number | boolean {
  if (/\d/.test(term) || term.length < 4) return false;
  return term.length < 6 ? 1 : 2;
}
