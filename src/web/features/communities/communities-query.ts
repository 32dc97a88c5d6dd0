import { queryOptions } from "@tanstack/react-query";
import { callWhenLoaded } from "#web/lib/server/call-when-loaded.ts";

/** All active communities, by name. The chat needs it before the first paint, so this file contains no other code. */
export const communitiesQuery = queryOptions({
  queryKey: ["communities"],
  queryFn: async ({ signal }) => {
    const contract = import("#shared/features/communities/contract.ts");
    const { loobricates } = await callWhenLoaded(
      contract.then(({ listCommunities }) => listCommunities),
      {},
      { signal },
    );
    return loobricates;
  },
});
