import type { ResourceType } from "#shared/features/resources/contract.ts";

/** Types the Add Entry form can add. */
export type EntryType = ResourceType | "loobricate";

/** Repeated here: the contract's own list brings its schemas along, too large for parsing an address. */
export const entryTypes = ["loobricate", "venue", "talent", "gear"] as const satisfies readonly EntryType[];

/** Parses an address such as `/add?type=gear`; any other type leaves the choice open. */
export function parseTypeSearch(search: Readonly<Record<string, unknown>>): { type?: EntryType } {
  // The form's own name for a venue.
  const given = search["type"] === "location" ? "venue" : search["type"];
  const type = entryTypes.find((candidate) => candidate === given);
  return type === undefined ? {} : { type };
}
