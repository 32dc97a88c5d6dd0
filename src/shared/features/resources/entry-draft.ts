import type { ResourceType } from "./contract.ts";

/** Fields the Add Entry form checks before it sends them. */
export interface EntryDraft {
  communityId: string;
  type: ResourceType;
  title: string;
  description: string;
  photos: readonly unknown[];
  /** The text of the address field, and the place chosen for it, if any. */
  address: { text: string; place: unknown };
}

/** The types of the Add Entry form, as the specification names them: a location is stored as a venue. */
export const entryTypeLabels: Record<ResourceType, string> = {
  venue: "Location",
  talent: "Talent",
  gear: "Gear",
};

export type EntryField = "community" | "title" | "description" | "address" | "tags" | "photos";

/** An entry's errors by field, in the specification's words. Empty when it can be sent. */
export function checkEntryDraft(
  draft: EntryDraft,
  communityNoun: string,
): Partial<Record<EntryField, string>> {
  const { address } = draft;
  return {
    ...(draft.communityId === "" ? { community: `Please select a ${communityNoun} community` } : {}),
    ...(draft.title.trim() === "" ? { title: `${entryTypeLabels[draft.type]} name is required` } : {}),
    ...(draft.description.trim() === "" ? { description: "Description is required" } : {}),
    // An empty address is allowed: the entry then has its community's place. A written address must be a place.
    ...(address.text.trim() !== "" && address.place === null
      ? { address: "Please select a valid address from the suggestions" }
      : {}),
    ...(draft.photos.length === 0 ? { photos: "Please add at least one photo" } : {}),
  };
}
