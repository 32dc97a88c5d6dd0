import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { listAdminUsernames, listElevations } from "./login-repository.ts";
import { type CommunityRecord, findCommunityRecord, lockCommunityRecord } from "../repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { type Authorized, prove } from "#server/http/authorized.ts";
import type { Relation } from "#server/http/policy.ts";
import { listOwnRequests, type OwnRequest } from "../joining/request-repository.ts";

/** Allows only admins. All other callers get the same error, whether or not the community exists. */
export const adminsOnly = { allow: ["admin"], denied: "forbidden" } as const;

/** A community, with proof that the caller is one of its admins. */
export type Administered = Authorized<CommunityRecord, "admin">;

/**
 * Requires an admin of the community: by membership, or by a session elevated by the admin login.
 * @throws AppError `forbidden`
 */
export async function authorizeAdmin(
  db: Kysely<Schema>,
  actor: Actor,
  communityId: string,
): Promise<Administered> {
  return await check(db, actor, await findCommunityRecord(db, communityId));
}

/** Like `authorizeAdmin`, but locks the community until the transaction ends. For every change of it or its people. */
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

/** A user's relation to a community. @param elevations of their session */
export function relationOf(
  record: CommunityRecord,
  userId: string,
  elevations: ReadonlyMap<string, Date>,
): Extract<Relation, "stranger" | "member" | "admin"> {
  if (elevations.has(record.id)) return "admin";
  return record.people.find((person) => person.userId === userId)?.role ?? "stranger";
}

/** All data by which one viewer's response differs from another's. */
export interface Viewer {
  userId: string;
  /** Expiry of the session's elevations, by community id. */
  elevations: ReadonlyMap<string, Date>;
  /** The last request to join, by community id. */
  requests: ReadonlyMap<string, OwnRequest>;
  /** For the communities the viewer is an admin of. */
  adminUsernames: ReadonlyMap<string, string>;
}

/** @param records the records to be shown */
export async function viewerOf(
  db: Kysely<Schema>,
  actor: Actor | null,
  records: readonly CommunityRecord[],
): Promise<Viewer | null> {
  if (actor?.kind !== "user") return null;
  const elevations = await listElevations(db, actor.sessionId);
  const administered = records.filter((record) => relationOf(record, actor.userId, elevations) === "admin");
  return {
    userId: actor.userId,
    elevations,
    requests: await listOwnRequests(db, actor.userId),
    adminUsernames: await listAdminUsernames(
      db,
      administered.map(({ id }) => id),
    ),
  };
}
