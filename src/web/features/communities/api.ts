import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type Community,
  authenticateCommunity,
  getCommunity,
} from "#shared/features/communities/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { communitiesQuery } from "./communities-query.ts";
import { communityFromCopy } from "./from-copy.ts";

/** One community, as visible to the user. */
export function communityQuery(communityId: string) {
  return queryOptions({
    queryKey: ["communities", "one", communityId],
    queryFn: async ({ signal }) => call(getCommunity, { params: { communityId } }, { signal }),
    meta: { fromCopy: async () => communityFromCopy(communityId) },
  });
}

/** Logs in by admin username and password, which gives the session admin rights for some hours. */
export function useAdminLogin(communityId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (login: { username: string; password: string }) =>
      call(authenticateCommunity, { body: { ...login, loobricateId: communityId } }),
    onSuccess: (community) => showCommunity(client, community),
  });
}

/** Opens a community from the profile without a password, for its members only. */
export function useOpenCommunity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (communityId: string) =>
      call(authenticateCommunity, { body: { loobricateId: communityId } }),
    onSuccess: (community) => showCommunity(client, community),
  });
}

/** Replaces the cached community with the server's response, and refetches the lists that contain it. */
export function showCommunity(client: QueryClient, community: Community): void {
  client.setQueryData(communityQuery(community.id).queryKey, community);
  void client.invalidateQueries({ queryKey: communitiesQuery.queryKey, exact: true });
}
