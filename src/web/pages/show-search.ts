/** Ids are made by us; anything else in the address is a typo or an attack. */
const ID = /^[\w.:-]{1,128}$/;

export interface ExploreSearch {
  /** The resource whose marker the map shows; with `community:` before it a community. */
  show?: string;
  /** The list of camps is open. */
  panel?: "browse";
}

/** Reads an address such as `/explore?show=ID` or `/explore?panel=browse`. */
export function parseShowSearch(search: Readonly<Record<string, unknown>>): ExploreSearch {
  // The router reads `show=12` as a number.
  const id = typeof search["show"] === "number" ? String(search["show"]) : search["show"];
  return {
    ...(typeof id === "string" && ID.test(id) ? { show: id } : {}),
    ...(search["panel"] === "browse" ? { panel: "browse" } : {}),
  };
}
