import { queryOptions } from "@tanstack/react-query";
import { getResource, listResources } from "#shared/features/resources/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { type ListingsPage, listingsQuery } from "./listings/listings-view.ts";

/** Searches the copy on the phone, which only a view without a signal needs. */
const fromCopy = () => import("./from-copy.ts");

export const resourceQueries = {
  one: (resourceId: string) =>
    queryOptions({
      queryKey: ["resources", "one", resourceId],
      queryFn: async ({ signal }) => call(getResource, { params: { resourceId } }, { signal }),
      meta: { fromCopy: async () => (await fromCopy()).entryFromCopy(resourceId) },
    }),
  /** One page of the library. @param communityId null: of all communities */
  listings: (page: ListingsPage, communityId: string | null) => {
    const query = listingsQuery(page, communityId);
    return queryOptions({
      queryKey: ["resources", "listings", query],
      queryFn: async ({ signal }) => call(listResources, { query }, { signal }),
      meta: { fromCopy: async () => (await fromCopy()).listingsFromCopy(query) },
    });
  },
  /** The newest 500, the maximum of one request. */
  onMap: () =>
    queryOptions({
      queryKey: ["resources", "on-map"],
      queryFn: async ({ signal }) =>
        (await call(listResources, { query: { limit: 500 } }, { signal })).listings,
    }),
  mine: () =>
    queryOptions({
      queryKey: ["resources", "mine"],
      queryFn: async ({ signal }) =>
        (await call(listResources, { query: { mine: "true" } }, { signal })).listings,
    }),
};
