import { queryOptions } from "@tanstack/react-query";
import type { VersionPhoto } from "#shared/outbox/conflict.ts";
import { call } from "#web/lib/server/api-client.ts";
import { type ListingsPage, listingsQuery } from "./listings/listings-view.ts";

const contract = () => import("#shared/features/resources/contract.ts");

/** For queued data of this device, because a form must not change while the user edits. */
const readOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  networkMode: "always",
  meta: { isStored: false },
} as const;

export const resourceQueries = {
  one: (resourceId: string) =>
    queryOptions({
      queryKey: ["resources", "one", resourceId],
      queryFn: async ({ signal }) =>
        call((await contract()).getResource, { params: { resourceId } }, { signal }),
      meta: { fromCopy: async () => (await import("./from-copy.ts")).entryFromCopy(resourceId) },
    }),
  /** One page of the library. @param communityId null: of all communities */
  listings: (page: ListingsPage, communityId: string | null) => {
    const query = listingsQuery(page, communityId);
    return queryOptions({
      queryKey: ["resources", "listings", query],
      queryFn: async ({ signal }) => call((await contract()).listResources, { query }, { signal }),
      meta: { fromCopy: async () => (await import("./from-copy.ts")).listingsFromCopy(query) },
    });
  },
  /** The newest 500, the maximum of one request. */
  onMap: () =>
    queryOptions({
      queryKey: ["resources", "on-map"],
      queryFn: async ({ signal }) =>
        (await call((await contract()).listResources, { query: { limit: 500 } }, { signal })).listings,
    }),
  mine: () =>
    queryOptions({
      queryKey: ["resources", "mine"],
      queryFn: async ({ signal }) =>
        (await call((await contract()).listResources, { query: { mine: "true" } }, { signal })).listings,
    }),
};

/** A queued new thing, or the queued change of an entry, opened for editing; null when there is none. */
export const queuedListingQuery = (wanted: { operationId: string } | { entryId: string }) =>
  queryOptions({
    queryKey: ["queued-listing", wanted],
    queryFn: async () => (await import("./form/queued-listing.ts")).openQueuedListing(wanted),
    ...readOnce,
  });

/** The photos of one version of an entry, for display. Unsent photos are read from this device. */
export const versionPhotosQuery = (photos: readonly VersionPhoto[]) =>
  queryOptions({
    queryKey: ["version-photos", photos],
    queryFn: async () => {
      const { openVersionPhoto } = await import("#web/features/photos/stored-photo.ts");
      return await Promise.all(photos.map(openVersionPhoto));
    },
    ...readOnce,
  });
