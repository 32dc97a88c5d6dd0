import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  answerAdminInvitation,
  listHistory,
  listRequests,
  searchUsers,
} from "#shared/features/communities/people-contract.ts";
import {
  endInviteLink,
  getInviteLink,
  readInvite,
  redeemInvite,
  resetInviteLink,
  showInviteCode,
} from "#shared/features/communities/invite-contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { communitiesQuery } from "./communities-query.ts";
import { sendChange } from "./send-change.ts";

/** Data for admins only: never stored, and fetched again each time. */
const notStored = { meta: { isStored: false } } as const;

export const peopleQueries = {
  /** @param search an empty text sends no request */
  search: (communityId: string, search: string) =>
    queryOptions({
      ...notStored,
      queryKey: ["communities", "search", communityId, search],
      enabled: search !== "",
      queryFn: async ({ signal }) => {
        const query = { q: search, loobricateId: communityId };
        return (await call(searchUsers, { query }, { signal })).users;
      },
    }),
  requests: (communityId: string) =>
    queryOptions({
      ...notStored,
      queryKey: ["communities", "requests", communityId],
      queryFn: async ({ signal }) =>
        (await call(listRequests, { params: { communityId } }, { signal })).requests,
    }),
  history: (communityId: string) =>
    queryOptions({
      ...notStored,
      queryKey: ["communities", "history", communityId],
      queryFn: async ({ signal }) =>
        (await call(listHistory, { params: { communityId } }, { signal })).events,
    }),
  inviteLink: (communityId: string) =>
    queryOptions({
      ...notStored,
      queryKey: ["communities", "invite", communityId],
      queryFn: async ({ signal }) => call(getInviteLink, { params: { communityId } }, { signal }),
    }),
  /** The invite link, created if there is none. Shares its response with the admin panel. */
  lastingLink: (communityId: string) =>
    queryOptions({
      ...notStored,
      queryKey: ["communities", "invite", communityId],
      queryFn: async ({ signal }) => {
        const params = { communityId };
        const link = await call(getInviteLink, { params }, { signal });
        return link.token === null ? await call(resetInviteLink, { params, body: {} }, { signal }) : link;
      },
      // An expired link in the panel's response must not count as the permanent one.
      staleTime: 0,
    }),
  /** A code for a user standing next to the admin; replaced before it expires. */
  inviteCode: (communityId: string) =>
    queryOptions({
      ...notStored,
      queryKey: ["communities", "invite-code", communityId],
      queryFn: async ({ signal }) =>
        call(showInviteCode, { params: { communityId }, body: {} }, { signal, endsInSilence: true }),
      staleTime: 0,
      gcTime: 0,
    }),
  /** The community of an invitation. */
  invitation: (token: string) =>
    queryOptions({
      ...notStored,
      queryKey: ["communities", "invitation", token],
      queryFn: async ({ signal }) => call(readInvite, { body: { token } }, { signal, endsInSilence: true }),
    }),
};

/** Replaces or ends the invite link, which also ends the codes shown before. */
export function useChangeInvite(communityId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: "reset" | "end") => {
      const params = { communityId };
      return change === "reset"
        ? await call(resetInviteLink, { params, body: {} })
        : await call(endInviteLink, { params });
    },
    onSuccess: (link) => {
      client.setQueryData(peopleQueries.inviteLink(communityId).queryKey, link);
      // The code on the screen has ended too.
      void client.invalidateQueries({ queryKey: peopleQueries.inviteCode(communityId).queryKey });
    },
  });
}

export function useRedeemInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (token: string) => call(redeemInvite, { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: communitiesQuery.queryKey }),
  });
}

/** Accepts or declines the admin role. */
export function useAnswerAdminInvitation(communityId: string, communityName: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (decision: "accept" | "decline") =>
      call(answerAdminInvitation, { params: { communityId }, body: { decision } }),
    onSuccess: ({ role }) =>
      showToast({
        kind: "done",
        text: role === "admin" ? `You are an admin of ${communityName} now.` : "You have declined.",
      }),
    onSettled: () => client.invalidateQueries({ queryKey: communitiesQuery.queryKey }),
  });
}

/** Changes members and their roles. */
export function useChangePeople() {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: communitiesQuery.queryKey });
  return useQueuedMutation({
    send: sendChange,
    onDone: refresh,
    onFailed: refresh,
  });
}
