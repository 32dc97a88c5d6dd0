import type { CampAddress } from "../address/camp-address.ts";
import { addressOfCamp } from "../address/camp-address.ts";
import { plainLetters } from "#shared/plain-letters.ts";
import { type City, findStreet, streetRefs } from "../city/city.ts";

export const browseModes = ["all", "street", "letter"] as const;
/** How the Browse tab groups camps. */
export type BrowseMode = (typeof browseModes)[number];

export type BrowseCategory<Camp> = {
  /** Unique among the categories of a mode. */
  id: string;
  label: string;
  camps: readonly Camp[];
};

type BrowsableCamp = CampAddress & { name: string };

/** Label for camps on no street with a letter or name: at Centre Camp, within a village, or without an address. */
const ELSEWHERE = "Elsewhere";
/** Label for names that do not begin with a letter. */
const NO_LETTER = "0–9";

/**
 * Groups camps into ordered categories: all in one, by street from the Man outwards, or by first letter. The order of camps within a
 * category is unchanged, so search results stay ranked.
 */
export function browseCategories<Camp extends BrowsableCamp>(
  city: City,
  camps: readonly Camp[],
  mode: BrowseMode,
): BrowseCategory<Camp>[] {
  switch (mode) {
    case "all":
      return camps.length === 0 ? [] : [{ id: "all", label: "All Camps", camps }];
    case "street": {
      const groups = Map.groupBy(camps, streetOf);
      return [...streetRefs, null].flatMap((ref) => {
        const members = groups.get(ref);
        const label = ref === null ? ELSEWHERE : (findStreet(city, ref)?.name ?? ref);
        return members === undefined ? [] : [{ id: ref ?? "elsewhere", label, camps: members }];
      });
    }
    case "letter": {
      const groups = Map.groupBy(camps, ({ name }) => firstLetter(name));
      return [...groups]
        .toSorted(([a], [b]) => (a === NO_LETTER ? -1 : b === NO_LETTER ? 1 : a.localeCompare(b)))
        .map(([label, members]) => ({ id: label, label, camps: members }));
    }
  }
}

/** Sorts by name, as in an index: case and accents are ignored, numbers sort by value. */
export function byName<Camp extends { id: string; name: string }>(camps: readonly Camp[]): Camp[] {
  const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });
  return camps.toSorted((a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

function streetOf(camp: CampAddress) {
  const address = addressOfCamp(camp);
  return address.street ?? address.plazaStreet;
}

/** Without its accent: É is listed under E. */
function firstLetter(name: string): string {
  const letter =
    plainLetters(name)
      .match(/\p{L}|\p{N}/u)?.[0]
      ?.toUpperCase() ?? "";
  return /\p{L}/u.test(letter) ? letter : NO_LETTER;
}
