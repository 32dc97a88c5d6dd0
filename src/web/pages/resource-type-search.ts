import type { ResourceType } from "#shared/features/resources/contract.ts";

/** Written out once more: the contract's own list brings its schemas along, too heavy for reading an address. */
const types = ["venue", "gear", "talent"] as const satisfies readonly ResourceType[];

/** Reads an address such as `/add?type=gear`; any other type leaves the choice open. */
export function parseTypeSearch(search: Readonly<Record<string, unknown>>): { type?: ResourceType } {
  const type = types.find((candidate) => candidate === search["type"]);
  return type === undefined ? {} : { type };
}
