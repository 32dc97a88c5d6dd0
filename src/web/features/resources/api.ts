import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/api-client.ts";
import { type ListingsView, listingsQuery } from "./listings-view.ts";

const contract = () => import("#shared/features/resources/contract.ts");

export const resourceQueries = {
  one: (resourceId: string) =>
    queryOptions({
      queryKey: ["resources", "one", resourceId],
      queryFn: async ({ signal }) =>
        call((await contract()).getResource, { params: { resourceId } }, { signal }),
      meta: { fromCopy: async () => (await import("./from-copy.ts")).entryFromCopy(resourceId) },
    }),
  /** One page of the library. @param communityId null: of all */
  listings: (view: ListingsView, communityId: string | null) => {
    const query = listingsQuery(view, communityId);
    return queryOptions({
      queryKey: ["resources", "listings", query],
      queryFn: async ({ signal }) => call((await contract()).listResources, { query }, { signal }),
      meta: { fromCopy: async () => (await import("./from-copy.ts")).listingsFromCopy(query) },
    });
  },
  /** The newest 500: as many as one call gives. */
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

/** A kept resource, opened for a change; null when it is not kept any more. */
export const keptResourceQuery = (operationId: string) =>
  queryOptions({
    queryKey: ["kept-resource", operationId],
    queryFn: async () => (await import("./kept-resource.ts")).openKeptResource(operationId),
    // Read once: the form is not to change under the person's hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { isKept: false },
  });
