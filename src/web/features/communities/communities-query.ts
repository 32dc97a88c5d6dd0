import { queryOptions } from "@tanstack/react-query";
import { listCommunities } from "#shared/features/communities/contract.ts";
import { callWhenLoaded } from "#web/lib/server/call-when-loaded.ts";

/** All active communities, by name. The chat needs it before the first paint, so this file contains no other code. */
export const communitiesQuery = queryOptions({
  queryKey: ["communities"],
  queryFn: async ({ signal }) => {
    const { loobricates } = await callWhenLoaded(listCommunities, {}, { signal });
    return loobricates;
  },
});
