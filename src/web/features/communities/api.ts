import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/api-client.ts";

const contract = () => import("#shared/features/communities/contract.ts");

/** All active communities, by name. */
export const communitiesQuery = queryOptions({
  queryKey: ["communities"],
  queryFn: async ({ signal }) => (await call((await contract()).listCommunities, {}, { signal })).loobricates,
});
