/** Our ids match this; anything else in the address is a typo or an attack. */
const ID = /^[\w.:-]{1,128}$/;

/** An address is shorter. */
const MAX_ADDRESS = 60;

export interface ExploreSearch {
  /** Id of the resource the map shows; with a prefix such as `community:`, the id of another marker. */
  show?: string;
  /** An address of the city the map shows, such as 7:30 & E. */
  at?: string;
  /** The list of camps is open. */
  panel?: "browse";
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
