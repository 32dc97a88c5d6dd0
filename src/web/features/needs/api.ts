import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/server/api-client.ts";

const contract = () => import("#shared/features/needs/contract.ts");

export const needQueries = {
  shared: () =>
    queryOptions({
      queryKey: ["needs", "shared"],
      queryFn: async ({ signal }) => (await call((await contract()).listNeeds, {}, { signal })).needs,
    }),
  mine: () =>
    queryOptions({
      queryKey: ["needs", "mine"],
      queryFn: async ({ signal }) => (await call((await contract()).listMyNeeds, {}, { signal })).needs,
    }),
};
