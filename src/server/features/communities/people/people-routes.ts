import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import {
  answerAdminInvitation as answerAdminInvitationCall,
  changeMembership as changeMembershipCall,
  changeMembershipByName,
  communityEvents,
  decideRequest as decideRequestCall,
  listHistory,
  listRequests,
  requestToJoin as requestToJoinCall,
  searchUsers,
  withdrawRequest as withdrawRequestCall,
} from "#shared/features/communities/people-contract.ts";
import { answerAdminInvitation } from "../joining/admin-invitations.ts";
import { adminsOnly, authorizeAdmin, authorizeChange } from "./authorize.ts";
import { EVENT_PREFIX, listAuditOf } from "../repository.ts";
import { changeMembership, decideRequest, requestToJoin, withdrawRequest } from "./membership.ts";
import { isAdminAnywhere, searchPeople } from "./people-repository.ts";
import { listPendingRequests } from "../joining/request-repository.ts";
import { AppError } from "#server/http/app-error.ts";
import { type Route, route } from "#server/http/route.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SUGGESTIONS = 10;
const EVENTS_SHOWN = 100;
const byAdmins = { who: "user", object: adminsOnly } as const;

export const peopleRoutes: Route[] = [
  route(
    searchUsers,
    {
      ...byAdmins,
      // Limited, so that no user can collect a list of all people.
      limits: [
        { by: "account", max: 60, windowMs: MINUTE_MS },
        { by: "account", max: 600, windowMs: 24 * HOUR_MS },
      ],
    },
    async ({ actor, query, db }) => {
      if (!(await isAdminAnywhere(db, actor.userId, actor.sessionId)))
        throw new AppError("forbidden", "Only admins may search for people.");
      const prefix = foldPseudonym(query.q);
      if (prefix === "") return { users: [] };
      const found = await searchPeople(db, prefix, {
        exceptOf: query.loobricateId ?? null,
        limit: SUGGESTIONS,
      });
      return { users: found.map(({ userId, pseudonym }) => ({ id: userId, pseudonym })) };
    },
  ),
  route(changeMembershipCall, byAdmins, async ({ actor, params, body, db }) =>
    changeMembership(db, actor, { userId: params.personId }, body),
  ),
  route(changeMembershipByName, byAdmins, async ({ actor, params, body, db }) =>
    changeMembership(db, actor, { pseudonym: params.username }, body),
  ),
  // Callers without an invitation get the same error for every community, whether it exists or not.
  route(answerAdminInvitationCall, { who: "user" }, async ({ actor, params, body, db }) => {
    const { communityId } = params;
    const role = await db
      .transaction()
      .execute((tx) => answerAdminInvitation(tx, actor, communityId, body.decision));
    return { loobricateId: communityId, role };
  }),
  route(
    requestToJoinCall,
    { who: "user", limits: [{ by: "account", max: 60, windowMs: HOUR_MS }] },
    async ({ actor, params, body, db }) => {
      const { id, state, createdAt } = await requestToJoin(db, actor, params.communityId, body.answers);
      return { id, state, createdAt };
    },
  ),
  route(withdrawRequestCall, { who: "user" }, async ({ actor, params, db }) =>
    withdrawRequest(db, actor, params.communityId),
  ),
  route(listRequests, byAdmins, async ({ actor, params, db }) => {
    const community = await authorizeAdmin(db, actor, params.communityId);
    const requests = await listPendingRequests(db, community.id);
    return {
      requests: requests.map(({ createdAt, ...request }) => ({
        ...request,
        createdAt: createdAt.toISOString(),
      })),
    };
  }),
  route(decideRequestCall, byAdmins, async ({ actor, params, body, db }) => {
    const community = await authorizeChange(db, actor, params.communityId);
    const decided = body.decision === "accept" ? "accepted" : "declined";
    const { id, state } = await decideRequest(db, actor, community, {
      requestId: params.requestId,
      state: decided,
    });
    return { id, state };
  }),
  route(listHistory, byAdmins, async ({ actor, params, db }) => {
    const community = await authorizeAdmin(db, actor, params.communityId);
    const rows = await listAuditOf(db, community.id, EVENTS_SHOWN);
    return {
      events: rows.flatMap(({ id, at, event, by, person }) => {
        const known = communityEvents.find((name) => `${EVENT_PREFIX}${name}` === event);
        return known === undefined ? [] : [{ id, at: at.toISOString(), event: known, by, person }];
      }),
    };
  }),
];
