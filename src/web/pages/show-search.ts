/** Ids are made by us; anything else in the address is a typo or an attack. */
const ID = /^[\w.:-]{1,128}$/;

/** Reads an address such as `/explore?show=ID`: the resource whose marker the map shows. */
export function parseShowSearch(search: Readonly<Record<string, unknown>>): { show?: string } {
  // The router reads `show=12` as a number.
  const id = typeof search["show"] === "number" ? String(search["show"]) : search["show"];
  return typeof id === "string" && ID.test(id) ? { show: id } : {};
}
