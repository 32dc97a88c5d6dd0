import { MAX_TAG, MAX_TAGS, splitTags } from "#shared/http/tags.ts";
import type { Resource, ResourceType } from "./contract.ts";

/** The form in which a thing is added or edited: the library's short form, the Add Entry page, or the edit form of an existing entry. */
export type Entrance = "resource" | "entry" | "edit";

/** Values of the form of a thing, without its photos. */
export interface ListingDraft {
  communityId: string;
  type: ResourceType | null;
  title: string;
  description: string;
  tags: readonly string[];
  /** Contact for this thing, as typed; empty for none. Never prefilled with the account's own contact. */
  contact: string;
  /** If empty, the community's place. A written address must be a place. */
  address: { text: string; place: { address: string; latitude: number; longitude: number } | null };
  availability: Resource["availability"];
}

export type ListingField =
  | "community"
  | "type"
  | "title"
  | "description"
  | "address"
  | "tags"
  | "contact"
  | "status"
  | "photos";

/** The fields of each form, in order. The Add Entry page asks for the type above its form. */
export const listingFields: Record<Entrance, readonly ListingField[]> = {
  resource: ["community", "type", "title", "description", "tags", "contact", "photos"],
  entry: ["community", "title", "description", "address", "tags", "contact", "photos"],
  edit: ["title", "description", "status", "photos"],
};

/** The types as the Add Entry page names them: a location is stored as a venue. */
export const entryTypeLabels: Record<ResourceType, string> = {
  venue: "Location",
  talent: "Talent",
  gear: "Gear",
};

/**
 * The errors of a draft by field, in the specification's words for each form. Empty when it can be sent.
 * @param photoCount number of its photos: the Add Entry page requires one
 */
export function checkListing(
  entrance: Entrance,
  { communityId, type, title, description, address, tags }: ListingDraft,
  photoCount: number,
  communityNoun: string,
): Partial<Record<ListingField, string>> {
  const missing = "Missing required fields";
  const name = entrance === "edit" || type === null ? "Title" : `${entryTypeLabels[type]} name`;
  const isShort = entrance === "resource";
  const split = splitTags(tags);
  const wrong: Record<ListingField, string | false> = {
    community: communityId === "" && `Please select a ${communityNoun}${isShort ? "" : " community"}`,
    type: type === null && missing,
    title: title.trim() === "" && (isShort ? missing : `${name} is required`),
    description: description.trim() === "" && (isShort ? missing : "Description is required"),
    address:
      address.text.trim() !== "" &&
      address.place === null &&
      "Please select a valid address from the suggestions",
    photos: entrance === "entry" && photoCount === 0 && "Please add at least one photo",
    tags:
      (split.length > MAX_TAGS || split.some((tag) => tag.length > MAX_TAG)) &&
      `At most ${MAX_TAGS} tags of ${MAX_TAG} characters each`,
    contact: false,
    status: false,
  };
  return Object.fromEntries(
    listingFields[entrance].flatMap((field) => (wrong[field] === false ? [] : [[field, wrong[field]]])),
  );
}
