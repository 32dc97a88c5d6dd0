import type { ResourceType } from "#shared/features/resources/contract.ts";

/** What stands in the Add Resource form. */
export interface ResourceDraft {
  communityId: string;
  type: ResourceType | null;
  title: string;
  description: string;
  /** As typed, separated by commas. */
  tags: string;
  /** How to reach the owner about this very thing, as typed; empty for nothing. The account's own is never filled in. */
  contact: string;
  /** Null: where its community is. */
  location: { address: string; lat: number; lon: number } | null;
  /** In their order; the id is the same for every attempt to send one. */
  photos: readonly DraftPhoto[];
}

export interface DraftPhoto {
  id: string;
  blob: File;
  /** Why the server would not have it; null or absent when nothing is known against it. */
  problem?: string | null;
}

/** Why the draft cannot be sent yet, in the specification's words, or null. */
export function checkResourceDraft(draft: ResourceDraft, communityNoun: string): string | null {
  if (draft.communityId === "") return `Please select a ${communityNoun}`;
  const isComplete = draft.type !== null && draft.title.trim() !== "" && draft.description.trim() !== "";
  return isComplete ? null : "Missing required fields";
}

/** What a form begins with when something was told before. */
export type ResourcePrefill = Partial<Pick<ResourceDraft, "type" | "title" | "description" | "photos">>;

/** An empty form, perhaps with some of it already told. */
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
