import { queryOptions } from "@tanstack/react-query";
import { listMyNeeds, listNeeds } from "#shared/features/needs/contract.ts";
import { call } from "#web/lib/server/api-client.ts";

export const needQueries = {
  shared: () =>
    queryOptions({
      queryKey: ["needs", "shared"],
      queryFn: async ({ signal }) => (await call(listNeeds, {}, { signal })).needs,
    }),
  mine: () =>
    queryOptions({
      queryKey: ["needs", "mine"],
      queryFn: async ({ signal }) => (await call(listMyNeeds, {}, { signal })).needs,
    }),
};
