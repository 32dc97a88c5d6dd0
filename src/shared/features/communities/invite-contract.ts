import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant, text } from "#shared/http/fields.ts";

const oneCommunity = z.strictObject({ communityId: id });

const MAX_TOKEN = 600;

/** A link is valid until it is replaced or revoked, a code for ten minutes after it was shown or until the link is replaced or revoked. */
export const inviteKinds = ["link", "code"] as const;

const inviteLink = z.object({
  /** Null when there is no link. */
  token: z.nullable(z.string()),
  madeBy: z.nullable(z.string()),
  madeAt: z.nullable(instant),
});

export const getInviteLink = defineEndpoint({
  id: "communities.invite-link",
  method: "GET",
  path: "/api/loobricates/:communityId/invite",
  summary: "For admins: the community's invite link.",
  params: oneCommunity,
  response: inviteLink,
});

export const resetInviteLink = defineEndpoint({
  id: "communities.reset-invite-link",
  method: "PUT",
  path: "/api/loobricates/:communityId/invite",
  summary: "For admins: replace the invite link; the previous one and the codes shown before stop working.",
  params: oneCommunity,
  body: z.strictObject({}),
  response: inviteLink,
  queue: "never",
});

export const endInviteLink = defineEndpoint({
  id: "communities.end-invite-link",
  method: "DELETE",
  path: "/api/loobricates/:communityId/invite",
  summary: "For admins: end the invite link and the codes shown before.",
  params: oneCommunity,
  response: inviteLink,
  queue: "never",
});

export const showInviteCode = defineEndpoint({
  id: "communities.invite-code",
  method: "POST",
  path: "/api/loobricates/:communityId/invite/code",
  summary: "For admins: a code for a person beside them, valid for ten minutes.",
  params: oneCommunity,
  body: z.strictObject({}),
  response: z.object({ token: z.string(), expiresAt: instant }),
  queue: "never",
});

export const readInvite = defineEndpoint({
  id: "communities.read-invite",
  method: "POST",
  path: "/api/invites/read",
  summary: "What an invitation invites to.",
  body: z.strictObject({ token: text(MAX_TOKEN) }),
  response: z.object({
    kind: z.enum(inviteKinds),
    loobricateId: id,
    name: z.string(),
    description: z.string(),
    profilePhoto: z.nullable(z.string()),
    memberCount: z.number(),
    /** Pseudonym of the admin who invites. */
    invitedBy: z.nullable(z.string()),
    isMember: z.boolean(),
    /** `ask`: an admin removed the caller after the invitation was made, so they have to ask. Older servers do not say. */
    leadsTo: z.optional(z.enum(["join", "ask"])),
  }),
  // A read whose secret must not appear in the URL.
  queue: "never",
});

export const redeemInvite = defineEndpoint({
  id: "communities.redeem-invite",
  method: "POST",
  path: "/api/invites/redeem",
  summary:
    "Join by an invitation: it counts as its admin adding the caller. A user removed after it was made has to ask to join.",
  body: z.strictObject({ token: text(MAX_TOKEN) }),
  response: z.object({ loobricateId: id, role: z.enum(["admin", "member"]) }),
  queue: "never",
});
