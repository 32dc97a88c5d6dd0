import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { listElevations } from "../founding/login-repository.ts";
import { type CommunityRecord, findCommunityRecord, lockCommunityRecord } from "../repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { type Authorized, prove } from "#server/http/authorized.ts";
import type { Relation } from "#server/http/policy.ts";

/** Admins only; whether the community is there makes no difference to the others. */
export const adminsOnly = { allow: ["admin"], denied: "forbidden" } as const;

/** A community one of its admins acts on. */
export type Administered = Authorized<CommunityRecord, "admin">;

/**
 * Lets an admin of the community pass: one of its people, or a user whose session its admin login lifted.
 * @throws AppError `forbidden`
 */
export async function authorizeAdmin(
  db: Kysely<Schema>,
  actor: Actor,
  communityId: string,
): Promise<Administered> {
  return await check(db, actor, await findCommunityRecord(db, communityId));
}

/** As `authorizeAdmin`, holding the community until the transaction ends: for whatever changes it or its people. */
export async function authorizeChange(
  db: Kysely<Schema>,
  actor: Actor,
  communityId: string,
): Promise<Administered> {
  return await check(db, actor, await lockCommunityRecord(db, communityId));
}

async function check(
  db: Kysely<Schema>,
  actor: Actor,
  record: CommunityRecord | null,
): Promise<Administered> {
  if (record === null) throw new AppError("forbidden", "You may not change this.");
  const elevations = await listElevations(db, actor.sessionId);
  return prove(record, relationOf(record, actor.userId, elevations), adminsOnly);
}

/** How a user stands to a community. @param elevations of their session */
export function relationOf(
  record: CommunityRecord,
  userId: string,
  elevations: ReadonlyMap<string, Date>,
): Extract<Relation, "stranger" | "member" | "admin"> {
  if (elevations.has(record.id)) return "admin";
  return record.people.find((person) => person.userId === userId)?.role ?? "stranger";
}
