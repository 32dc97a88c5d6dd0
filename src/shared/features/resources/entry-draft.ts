import type { ResourceType } from "./contract.ts";

/** What the Add Entry form checks before it sends. */
export interface EntryDraft {
  communityId: string;
  type: ResourceType;
  title: string;
  description: string;
  photos: readonly unknown[];
  /** What stands in the address field, and whether it is a place. */
  address: { text: string; place: unknown };
}

/** The types of the Add Entry form, as the specification names them: a location is stored as a venue. */
export const entryTypeLabels: Record<ResourceType, string> = {
  venue: "Location",
  talent: "Talent",
  gear: "Gear",
};

export type EntryField = "community" | "title" | "description" | "address" | "photos";

/** What is wrong with an entry, by field, in the specification's words; nothing when it can be sent. */
export function checkEntryDraft(
  draft: EntryDraft,
  communityNoun: string,
): Partial<Record<EntryField, string>> {
  const { address } = draft;
  return {
    ...(draft.communityId === "" ? { community: `Please select a ${communityNoun} community` } : {}),
    ...(draft.title.trim() === "" ? { title: `${entryTypeLabels[draft.type]} name is required` } : {}),
    ...(draft.description.trim() === "" ? { description: "Description is required" } : {}),
    // It may be left out, and then the entry is where its community is; what is written must be a place.
    ...(address.text.trim() !== "" && address.place === null
      ? { address: "Please select a valid address from the suggestions" }
      : {}),
    ...(draft.photos.length === 0 ? { photos: "Please add at least one photo" } : {}),
  };
}
