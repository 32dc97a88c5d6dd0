import {
  endInviteLink as endInviteLinkCall,
  getInviteLink,
  readInvite,
  redeemInvite,
  resetInviteLink as resetInviteLinkCall,
  showInviteCode,
} from "#shared/features/communities/invite-contract.ts";
import { adminsOnly, authorizeAdmin, authorizeChange } from "../people/authorize.ts";
import {
  endInviteLink,
  inviteLinkOf,
  isRemovedSince,
  makeInviteCode,
  openInvitation,
  redeemInvitation,
  resetInviteLink,
} from "./invites.ts";
import { photoView } from "#server/features/photos/signed-link.ts";
import { type Route, route } from "#server/http/route.ts";
import { keyRing } from "#server/config/secret.ts";

const HOUR_MS = 3_600_000;
const byAdmins = { who: "user", object: adminsOnly } as const;

export const inviteRoutes: Route[] = [
  route(getInviteLink, byAdmins, async ({ actor, params, db, deps }) =>
    inviteLinkOf(db, deps.secret, await authorizeAdmin(db, actor, params.communityId)),
  ),
  route(resetInviteLinkCall, byAdmins, async ({ actor, params, db, deps }) =>
    db.transaction().execute(async (tx) => {
      const community = await authorizeChange(tx, actor, params.communityId);
      return await resetInviteLink(tx, deps.secret, actor, community);
    }),
  ),
  route(endInviteLinkCall, byAdmins, async ({ actor, params, db }) =>
    db.transaction().execute(async (tx) => {
      const community = await authorizeChange(tx, actor, params.communityId);
      return await endInviteLink(tx, actor, community);
    }),
  ),
  route(showInviteCode, byAdmins, async ({ actor, params, db, deps }) =>
    makeInviteCode(db, deps.secret, actor, await authorizeAdmin(db, actor, params.communityId)),
  ),
  route(readInvite, { who: "public" }, async ({ actor, body, db, deps }) => {
    const invitation = await openInvitation(db, keyRing(deps), body.token);
    const { kind, record, admin } = invitation;
    const isRemoved = actor !== null && (await isRemovedSince(db, invitation, actor.userId));
    return {
      kind,
      loobricateId: record.id,
      name: record.name,
      description: record.description,
      profilePhoto: record.profilePhoto === null ? null : photoView(deps, record.profilePhoto).url,
      memberCount: record.people.length,
      invitedBy: admin.pseudonym,
      isMember: record.people.some(({ userId }) => userId === actor?.userId),
      leadsTo: isRemoved ? ("ask" as const) : ("join" as const),
    };
  }),
  route(
    redeemInvite,
    { who: "user", limits: [{ by: "account", max: 60, windowMs: HOUR_MS }] },
    async ({ actor, body, db, deps }) =>
      db.transaction().execute((tx) => redeemInvitation(tx, keyRing(deps), actor, body.token)),
  ),
];
