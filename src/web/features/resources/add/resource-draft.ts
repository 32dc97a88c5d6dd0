import type { ResourceType } from "#shared/features/resources/contract.ts";

/** Values of the Add Resource form. */
export interface ResourceDraft {
  communityId: string;
  type: ResourceType | null;
  title: string;
  description: string;
  /** As typed, separated by commas. */
  tags: string;
  /** Contact for this resource, as typed; empty for none. The account's own contact is never filled in. */
  contact: string;
  /** Null: the community's place. */
  location: { address: string; lat: number; lon: number } | null;
  /** In order; the id of a photo is the same for every attempt to send it. */
  photos: readonly DraftPhoto[];
}

export interface DraftPhoto {
  id: string;
  blob: File;
  /** The server's error; null or absent when there is none. */
  problem?: string | null;
}

type ResourceField = "community" | "type" | "title" | "description" | "tags";

/** Errors by field, in the specification's words; empty when valid. */
export function checkResourceDraft(
  { communityId, type, title, description }: ResourceDraft,
  communityNoun: string,
): Partial<Record<ResourceField, string>> {
  const missing = "Missing required fields";
  return {
    ...(communityId === "" ? { community: `Please select a ${communityNoun}` } : {}),
    ...(type === null ? { type: missing } : {}),
    ...(title.trim() === "" ? { title: missing } : {}),
    ...(description.trim() === "" ? { description: missing } : {}),
  };
}

/** The community a thing most likely goes to: the only one the user belongs to; an empty text when there is a choice. */
export function likelyCommunity(communities: readonly { id: string; role: string | null }[]): string {
  const [home, another] = communities.filter(({ role }) => role !== null);
  return home === undefined || another !== undefined ? "" : home.id;
}

/** Initial values of a form. */
export type ResourcePrefill = Partial<
  Pick<ResourceDraft, "communityId" | "type" | "title" | "description" | "photos">
>;

/** An empty form, with optional initial values. */
export function emptyResourceDraft(prefill: ResourcePrefill = {}): ResourceDraft {
  return {
    communityId: "",
    type: null,
    title: "",
    description: "",
    tags: "",
    contact: "",
    location: null,
    photos: [],
    ...prefill,
  };
}
