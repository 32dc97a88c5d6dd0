import { formatAddress, parseAddress } from "#shared/features/map/address/address.ts";
import { clarifyAddresses } from "#shared/features/map/address/loose-address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import { isSignKind } from "#shared/features/map/city/services.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import { type SearchedField, wordSearch, wordsOf } from "./word-search.ts";

/** An item that the map's search can find. */
export interface MapThing {
  /** The id of its marker. */
  id: string;
  kind: Exclude<MapItem["kind"], "stack">;
  title: string;
  /** Its address; empty when it has none. */
  place: string;
  /** Descriptions and tags. */
  words: string;
}

export interface MapHit extends Pick<MapThing, "id" | "kind" | "title" | "place"> {
  /** The address, if the hit is an address. */
  at: string | null;
}

const FIELDS: readonly SearchedField<MapThing>[] = [
  { read: ({ title }) => title, boost: 6 },
  { read: ({ place }) => place, boost: 1.5 },
  { read: ({ words }) => words, boost: 1 },
];
/** The number that fits above a phone's keyboard. */
const MOST = 8;

/**
 * Builds the map's search, once per list. It runs on this phone. An address comes first, then medical tents or Ranger posts if the query
 * asks for their kind, then things: first those with exactly this name, then the best matches.
 */
export function finderOver(city: City, things: readonly MapThing[]): (typed: string) => MapHit[] {
  const find = wordSearch(things, FIELDS);
  const isSign = ({ kind }: MapThing): boolean => isSignKind(kind);
  const findSigns = wordSearch(things.filter(isSign), [{ read: ({ words }) => words, boost: 1 }]);
  return (typed) => {
    const address = addressHit(city, typed);
    // The words of an address are in every place of its street.
    const found = address === null || typed.trim().length > 2 ? find(typed) : [];
    const isHelp = wordsOf(typed).some((word) => word.length > 2 && findSigns(word).length > 0);
    const ordered = isHelp
      ? found.toSorted((one, other) => Number(isSign(other)) - Number(isSign(one)))
      : found;
    const name = wordsOf(typed).join(" ");
    const isNamed = ({ title }: MapThing): boolean => wordsOf(title).join(" ") === name;
    const hits = ordered
      .toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
      .map(({ id, kind, title, place }): MapHit => ({ id, kind, title, place, at: null }));
    return (address === null ? hits : [address, ...hits]).slice(0, MOST);
  };
}

/** Returns the address that a text represents, written as on the street signs; null for other texts. "730 & e" is 7:30 & Enchant. */
function addressHit(city: City, typed: string): MapHit | null {
  const address = parseAddress(clarifyAddresses(typed));
  // The Man and the Temple have separate markers.
  if (address.kind === "landmark" || locate(city, address) === null) return null;
  const written = formatAddress(city, address);
  if (written === null) return null;
  return { id: "place:at", kind: "place", title: written, place: "Address", at: written };
}
