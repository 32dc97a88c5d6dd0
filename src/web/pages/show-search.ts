/** Our ids match this; anything else in the address is a typo or an attack. */
const ID = /^[\w.:-]{1,128}$/;

/** An address is shorter. */
const MAX_ADDRESS = 60;

/** The marker of a searched address. */
export const ADDRESS_ITEM = "place:at";

export const RESOURCE = "resource:";
/** Prefixes of the other markers, which the address of the page keeps. */
export const OTHER = /^(?:stack|community|need|art|medical|ranger):/;

export interface ExploreSearch {
  /** Id of the resource the map shows; with a prefix such as `community:`, the id of another marker. */
  show?: string;
  /** An address of the city the map shows, such as 7:30 & E. */
  at?: string;
  /** The list of camps is open. */
  panel?: "browse";
}

/** What is chosen on a map. */
export interface Place {
  /** The marker's id; null when there is none. */
  itemId: string | null;
  /** The searched address. */
  at: string | null;
  /** The list of camps is open. */
  isBrowsing: boolean;
}

/** Parses an address such as `/explore?show=ID` or `/explore?panel=browse`. */
export function parseShowSearch(search: Readonly<Record<string, unknown>>): ExploreSearch {
  // The router parses `show=12` as a number.
  const id = typeof search["show"] === "number" ? String(search["show"]) : search["show"];
  const { at } = search;
  return {
    ...(typeof id === "string" && ID.test(id) ? { show: id } : {}),
    ...(typeof at === "string" && at !== "" && at.length <= MAX_ADDRESS ? { at } : {}),
    ...(search["panel"] === "browse" ? { panel: "browse" } : {}),
  };
}

/** The place a path and search of the map show; null for the path of another view. */
export function placeOf(pathname: string, search: Readonly<Record<string, unknown>>): Place | null {
  const [path, camp] = /^\/explore(?:\/|\/camp\/([^/]+))?$/.exec(pathname) ?? [];
  const campId = camp === undefined ? null : decoded(camp);
  if (path === undefined || (camp !== undefined && campId === null)) return null;
  const { show, at = null, panel } = parseShowSearch(search);
  const shown = show === undefined ? null : OTHER.test(show) ? show : RESOURCE + show;
  const itemId = campId ?? shown ?? (at === null ? null : ADDRESS_ITEM);
  return { itemId, at, isBrowsing: panel === "browse" };
}

/** Null when it is malformed. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
