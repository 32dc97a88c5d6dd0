import { queryOptions } from "@tanstack/react-query";
import type { VersionPhoto } from "#shared/outbox/conflict.ts";
import { openVersionPhoto } from "#web/features/photos/stored-photo.ts";
import { openQueuedListing } from "./queued-listing.ts";

/** For queued data of this device, because a form must not change while the user edits. */
const readOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  networkMode: "always",
  meta: { isStored: false },
} as const;

/** A queued new thing, or the queued change of an entry, opened for editing; null when there is none. */
export const queuedListingQuery = (wanted: { operationId: string } | { entryId: string }) =>
  queryOptions({
    queryKey: ["queued-listing", wanted],
    queryFn: async () => openQueuedListing(wanted),
    ...readOnce,
  });

/** The photos of one version of an entry, for display. Unsent photos are read from this device. */
export const versionPhotosQuery = (photos: readonly VersionPhoto[]) =>
  queryOptions({
    queryKey: ["version-photos", photos],
    queryFn: async () => Promise.all(photos.map(openVersionPhoto)),
    ...readOnce,
  });
