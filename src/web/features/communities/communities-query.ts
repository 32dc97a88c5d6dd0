import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/server/api-client.ts";

/** All active communities, by name. The chat asks for them before the first paint, so nothing else is in this file. */
export const communitiesQuery = queryOptions({
  queryKey: ["communities"],
  queryFn: async ({ signal }) => {
    const { listCommunities } = await import("#shared/features/communities/contract.ts");
    return (await call(listCommunities, {}, { signal })).loobricates;
  },
});
