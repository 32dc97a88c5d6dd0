import { queryOptions } from "@tanstack/react-query";
import { listCampMarks, listDiscoveries } from "#shared/features/explore/contract.ts";
import { call } from "#web/lib/server/api-client.ts";

/** Keys begin with the feature's name, so that the outbox refetches them after sending; see `offline/start-offline.ts`. */
export const exploreQueries = {
  marks: () =>
    queryOptions({
      queryKey: ["explore", "camp-marks"],
      queryFn: async ({ signal }) => (await call(listCampMarks, {}, { signal })).marks,
    }),
  discoveries: () =>
    queryOptions({
      queryKey: ["explore", "discoveries"],
      queryFn: async ({ signal }) => (await call(listDiscoveries, {}, { signal })).discoveries,
    }),
};
