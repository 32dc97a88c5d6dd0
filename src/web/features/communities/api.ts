import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Community } from "#shared/features/communities/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { communitiesQuery } from "./communities-query.ts";

const contract = () => import("#shared/features/communities/contract.ts");

/** One community, as the person may see it. */
export function communityQuery(communityId: string) {
  return queryOptions({
    queryKey: ["communities", "one", communityId],
    queryFn: async ({ signal }) =>
      call((await contract()).getCommunity, { params: { communityId } }, { signal }),
    meta: { fromCopy: async () => (await import("./from-copy.ts")).communityFromCopy(communityId) },
  });
}

/** By admin username and password: makes this session an admin's for some hours. */
export function useAdminLogin(communityId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (login: { username: string; password: string }) =>
      call((await contract()).authenticateCommunity, { body: { ...login, loobricateId: communityId } }),
    onSuccess: (community) => showCommunity(client, community),
  });
}

/** The profile's way in, without a password: only for those who belong to it anyway. */
export function useOpenCommunity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (communityId: string) =>
      call((await contract()).authenticateCommunity, { body: { loobricateId: communityId } }),
    onSuccess: (community) => showCommunity(client, community),
  });
}

/** Puts what the server has just answered in place of what was known, and asks for the lists it stands in again. */
export function showCommunity(client: QueryClient, community: Community): void {
  client.setQueryData(communityQuery(community.id).queryKey, community);
  void client.invalidateQueries({ queryKey: communitiesQuery.queryKey, exact: true });
}
