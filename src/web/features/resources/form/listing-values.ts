import type { Resource } from "#shared/features/resources/contract.ts";
import type { ListingDraft } from "#shared/features/resources/listing-draft.ts";
import type { InitialPhoto } from "#web/features/photos/picked-photos.ts";
import type { ListingContent } from "./save-listing.ts";

/** Initial values of a form: its fields and its photos, in order. */
export interface ListingValues {
  draft: ListingDraft;
  photos: readonly InitialPhoto[];
}

/** Values that prefill an empty form, for example from the chat. */
export interface ListingPrefill extends Partial<
  Pick<ListingDraft, "communityId" | "type" | "title" | "description">
> {
  photos?: readonly InitialPhoto[];
}

export const emptyDraft: ListingDraft = {
  communityId: "",
  type: null,
  title: "",
  description: "",
  tags: [],
  contact: "",
  address: { text: "", place: null },
  availability: "available",
};

/** The edit form's values for an entry. */
export function valuesOf({ title, description, availability, photos }: Resource): ListingValues {
  return { draft: { ...emptyDraft, title, description, availability }, photos: photos.gallery };
}

/** The form values of a sent or queued request. @param stored the photos on the server, of an entry that is edited */
export function queuedValues(
  { draft, photos }: ListingContent,
  stored: Resource["photos"]["gallery"] = [],
): ListingValues {
  return {
    draft,
    photos: photos.flatMap(({ id, blob, problem = null, storedPath }): readonly InitialPhoto[] =>
      blob === null ? stored.filter(({ path }) => path === storedPath) : [{ id, blob, problem }],
    ),
  };
}

/** A place in the format of an address field. */
export function addressOf(location: { address: string; lat: number; lon: number } | null) {
  if (location === null) return emptyDraft.address;
  const { address, lat, lon } = location;
  return { text: address, place: { address, latitude: lat, longitude: lon } };
}

/** The most likely community of a thing: the only one the user belongs to; an empty text when there are several. */
export function likelyCommunity(communities: readonly { id: string; role: string | null }[]): string {
  const [home, another] = communities.filter(({ role }) => role !== null);
  return home === undefined || another !== undefined ? "" : home.id;
}

/** The server's version of an entry from a conflict; null when the response did not include it. */
export function entryOnServer(problem: { current?: unknown } | null): Resource | null {
  return (problem?.current as Resource | undefined) ?? null;
}
