import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { deleteAdminInvitations, findInviter } from "./admin-invitation-repository.ts";
import { auditCommunity } from "../audit.ts";
import { adminAnswerNotice } from "./notices.ts";
import { lockCommunityRecord } from "../repository.ts";
import { changeRoles, type Role } from "../people/roles.ts";
import { notify } from "#server/features/notifications/notify.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";

/**
 * Accepts or declines an invitation to be an admin. Accepting twice has the same result.
 * @param tx a transaction
 * @returns the person's resulting role
 * @throws AppError `gone` when the invitation does not exist or has ended
 */
export async function answerAdminInvitation(
  tx: Kysely<Schema>,
  actor: Actor,
  communityId: string,
  decision: "accept" | "decline",
): Promise<Role> {
  const record = await lockCommunityRecord(tx, communityId);
  const person = record?.people.find(({ userId }) => userId === actor.userId);
  if (person?.role === "admin" && decision === "accept") return "admin";
  if (record === null || person?.isAsked !== true) {
    const message = "You have no open invitation to be an admin here. Please ask one of its admins.";
    throw new AppError("gone", message);
  }
  const inviter = await findInviter(tx, communityId, actor.userId);
  if (decision === "accept")
    await changeRoles(tx, record, actor.userId, [{ person: actor, role: "admin", event: "became-admin" }]);
  else {
    await deleteAdminInvitations(tx, communityId, [actor.userId]);
    await auditCommunity(tx, communityId, "declined-to-be-admin", { actorId: actor.userId, person: actor });
  }
  if (inviter !== null) await notify(tx, adminAnswerNotice(record, inviter, actor.pseudonym, decision));
  return decision === "accept" ? "admin" : "member";
}
