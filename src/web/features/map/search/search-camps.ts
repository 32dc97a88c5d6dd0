import { parseAddress } from "#shared/features/map/address/address.ts";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import { nearestTo } from "#shared/features/map/camps/nearby.ts";
import { type SearchedField, wordSearch, wordsOf } from "./word-search.ts";

/** Finds camps by a search text. */
export type SearchCamps = (words: string) => readonly Camp[];

const FIELDS: readonly SearchedField<Camp>[] = [
  { read: ({ name }) => name, boost: 6 },
  { read: ({ location_string }) => location_string, boost: 3 },
  { read: ({ landmark }) => landmark, boost: 1.5 },
  { read: ({ hometown }) => hometown, boost: 1.5 },
  { read: ({ description }) => description, boost: 1 },
];
/** Search radius around an address, in meters. */
const ADDRESS_REACH = 400;

/**
 * Builds a search over loaded camps, once per list; the best matches come first. An address ("7:30 & E") finds the camps there, nearest
 * first.
 */
export function searchOver(city: City, camps: readonly Camp[]): SearchCamps {
  const find = wordSearch(camps, FIELDS);
  return (words) => {
    const address = parseAddress(words);
    const place = address.kind === "none" || address.kind === "unknown" ? null : locate(city, address);
    if (place !== null) {
      const near = nearestTo(city, camps, place).filter(({ metres }) => metres <= ADDRESS_REACH);
      if (near.length > 0) return near.map(({ thing }) => thing);
    }
    // A single letter is the prefix of too many words in descriptions.
    if (words.trim().length === 1) return camps.filter(({ name }) => isBegun(name, wordsOf(words)[0]));
    return find(words);
  };
}

function isBegun(name: string, letter: string | undefined): boolean {
  return wordsOf(name).some((word) => word[0] === letter);
}
