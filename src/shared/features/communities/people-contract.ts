import * as z from "zod/mini";
import { requestStates } from "./contract.ts";
import { MAX_JOIN_ANSWER, MAX_JOIN_QUESTION, MAX_JOIN_QUESTIONS } from "./limits.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { filledText, id, instant, text } from "#shared/http/fields.ts";

const oneCommunity = z.strictObject({ communityId: id });

export const communityRoles = ["admin", "member"] as const;

export const searchUsers = defineEndpoint({
  id: "communities.search-users",
  method: "GET",
  path: "/api/users/search",
  summary:
    "For admins: people whose pseudonym begins with these letters, at most 10. Nothing for an empty query.",
  query: z.strictObject({
    q: text(64),
    /** Excludes members of this community. */
    loobricateId: z.optional(id),
  }),
  response: z.object({ users: z.array(z.object({ id, pseudonym: z.string() })) }),
});

const membership = z.strictObject({
  loobricateId: id,
  /** Users who name themselves may only use `remove`, which means to leave. */
  action: z.enum(["add", "remove"]),
  /**
   * The role to add a user with. An existing member changes role. Without a role, a new user becomes a member and an existing member's role
   * is unchanged. A user named an admin receives a request and stays a member until they accept; naming them a member withdraws the
   * request.
   */
  role: z.optional(z.enum(communityRoles)),
});

const membershipAnswer = z.object({
  loobricateId: id,
  userId: id,
  pseudonym: z.string(),
  /** Null when the user is no longer in the community. */
  role: z.nullable(z.enum(communityRoles)),
  /** The user was asked to be an admin and has not answered. */
  isAskedToBeAdmin: z.boolean(),
});

export const changeMembership = defineEndpoint({
  id: "communities.change-membership",
  method: "PUT",
  path: "/api/users/:personId/loobricates",
  summary: "Add a user to a community, change their role, or remove them. Members may remove themselves.",
  params: z.strictObject({ personId: id }),
  body: membership,
  response: membershipAnswer,
});

export const changeMembershipByName = defineEndpoint({
  id: "communities.change-membership-by-name",
  method: "PUT",
  path: "/api/users/by-username/:username/loobricates",
  summary: "The same by pseudonym.",
  params: z.strictObject({ username: text(128) }),
  body: membership,
  response: membershipAnswer,
});

export const answerAdminInvitation = defineEndpoint({
  id: "communities.answer-admin-invitation",
  method: "PUT",
  path: "/api/loobricates/:communityId/admin-invitation",
  summary: "Accept or decline to be an admin, as one was asked to.",
  params: oneCommunity,
  body: z.strictObject({ decision: z.enum(["accept", "decline"]) }),
  response: z.object({ loobricateId: id, role: z.enum(communityRoles) }),
  // The user needs to see the new role at once.
  queue: "never",
});

const answer = z.strictObject({
  question: text(MAX_JOIN_QUESTION),
  answer: filledText(MAX_JOIN_ANSWER, "Please answer every question."),
});

const joinRequest = z.object({
  id,
  userId: id,
  pseudonym: z.string(),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  state: z.enum(requestStates),
  createdAt: instant,
});

export const requestToJoin = defineEndpoint({
  id: "communities.request-to-join",
  method: "POST",
  path: "/api/loobricates/:communityId/requests",
  summary: "Ask to join, with the answers to the community's questions. Asking again replaces the answers.",
  params: oneCommunity,
  body: z.strictObject({ answers: z.array(answer).check(z.maxLength(MAX_JOIN_QUESTIONS)) }),
  response: z.object({ id, state: z.enum(requestStates), createdAt: instant }),
});

export const withdrawRequest = defineEndpoint({
  id: "communities.withdraw-request",
  method: "DELETE",
  path: "/api/loobricates/:communityId/requests",
  summary: "Take one's own request to join back.",
  params: oneCommunity,
  response: z.object({ withdrawn: z.boolean() }),
});

export const listRequests = defineEndpoint({
  id: "communities.requests",
  method: "GET",
  path: "/api/loobricates/:communityId/requests",
  summary: "For admins: who waits for an answer, the longest first.",
  params: oneCommunity,
  response: z.object({ requests: z.array(joinRequest) }),
});

export const decideRequest = defineEndpoint({
  id: "communities.decide-request",
  method: "PUT",
  path: "/api/loobricates/:communityId/requests/:requestId",
  summary: "For admins: accept or decline a request to join.",
  params: z.strictObject({ communityId: id, requestId: id }),
  body: z.strictObject({ decision: z.enum(["accept", "decline"]) }),
  response: z.object({ id, state: z.enum(requestStates) }),
});

export const communityEvents = [
  "admin-login",
  "admin-login-failed",
  "credentials-changed",
  "saved",
  "photo-changed",
  "added",
  "promoted",
  "asked-to-be-admin",
  "became-admin",
  "declined-to-be-admin",
  "not-asked-to-be-admin",
  "demoted",
  "removed",
  "left",
  "asked-to-join",
  "accepted",
  "declined",
  "joined-by-link",
  "joined-by-code",
  "invite-made",
  "invite-ended",
] as const;

export const listHistory = defineEndpoint({
  id: "communities.history",
  method: "GET",
  path: "/api/loobricates/:communityId/history",
  summary: "For admins: who changed what, the newest first; at most 100.",
  params: oneCommunity,
  response: z.object({
    events: z.array(
      z.object({
        id: z.number(),
        at: instant,
        event: z.enum(communityEvents),
        /** Pseudonym of the acting user; null when the account is deleted. */
        by: z.nullable(z.string()),
        /** Pseudonym, at that time, of the user who was affected. */
        person: z.nullable(z.string()),
      }),
    ),
  }),
});
