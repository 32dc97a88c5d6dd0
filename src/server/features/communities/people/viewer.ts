import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { relationOf } from "./authorize.ts";
import { listAdminUsernames, listElevations } from "../founding/login-repository.ts";
import type { CommunityRecord } from "../repository.ts";
import { listOwnRequests, type OwnRequest } from "../joining/request-repository.ts";
import type { Actor } from "#server/http/request/actor.ts";

/** Everything that makes one viewer's response differ from another's. */
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
