import type { ResourceType } from "#shared/features/resources/contract.ts";

/** What the Add Entry form can add. */
export type EntryType = ResourceType | "loobricate";

/** Written out once more: the contract's own list brings its schemas along, too heavy for reading an address. */
const types = ["loobricate", "venue", "gear", "talent"] as const satisfies readonly EntryType[];

/** Reads an address such as `/add?type=gear`; any other type leaves the choice open. */
export function parseTypeSearch(search: Readonly<Record<string, unknown>>): { type?: EntryType } {
  // The form's own word for a venue.
  const given = search["type"] === "location" ? "venue" : search["type"];
  const type = types.find((candidate) => candidate === given);
  return type === undefined ? {} : { type };
}
