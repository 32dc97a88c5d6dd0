import { ADDRESS_MARKER, idOfMarker, isCampMarker, markerId } from "#shared/features/map/marker-id.ts";

/** Our ids match this. Any other text in the address is a typo or an attack. */
const ID = /^[\w.:-]{1,128}$/;

/** Longer texts are not addresses. */
const MAX_ADDRESS = 60;

export interface ExploreSearch {
  /** Id of the resource the map shows, or the id of another marker, such as `community:ID`. */
  show?: string;
  /** An address of the city the map shows, such as 7:30 & E. */
  at?: string;
  /** The list of camps is open. */
  panel?: "browse";
}

/** The selection on a map. */
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

/** The selection in a path and search of the map; null for the path of another view. */
export function placeOf(pathname: string, search: Readonly<Record<string, unknown>>): Place | null {
  const [path, camp] = /^\/explore(?:\/|\/camp\/([^/]+))?$/.exec(pathname) ?? [];
  const campId = camp === undefined ? null : decoded(camp);
  if (path === undefined || (camp !== undefined && campId === null)) return null;
  const { show, at = null, panel } = parseShowSearch(search);
  const shown = show === undefined ? null : isCampMarker(show) ? markerId("resource", show) : show;
  const itemId = campId ?? shown ?? (at === null ? null : ADDRESS_MARKER);
  return { itemId, at, isBrowsing: panel === "browse" };
}

/** Path and search of the page that shows a marker. @param at the address, if the marker is one */
export function linkOf(itemId: string, at: string | null) {
  if (itemId === ADDRESS_MARKER) return { to: "/explore", search: at === null ? {} : { at } } as const;
  if (isCampMarker(itemId)) return { to: "/explore/camp/$id", params: { id: itemId } } as const;
  return { to: "/explore", search: { show: idOfMarker("resource", itemId) ?? itemId } } as const;
}

/** Null when it is malformed. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
