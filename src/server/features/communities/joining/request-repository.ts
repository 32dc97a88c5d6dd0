import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export type RequestState = "pending" | "accepted" | "declined" | "withdrawn";

export interface Answer {
  question: string;
  answer: string;
}

export interface OwnRequest {
  id: string;
  communityId: string;
  state: RequestState;
  createdAt: Date;
}

/** A user's last request to each community. */
export async function listOwnRequests(
  db: Kysely<Schema>,
  userId: string,
): Promise<ReadonlyMap<string, OwnRequest>> {
  const rows = await db
    .selectFrom("community_requests")
    .distinctOn("community_id")
    .select(["id", "community_id as communityId", "state", "created_at as createdAt"])
    .where("user_id", "=", userId)
    .orderBy("community_id")
    .orderBy("created_at", "desc")
    .execute();
  return new Map(rows.map((row) => [row.communityId, { ...row, state: row.state as RequestState }])); // by its check constraint
}

/** Pending requests, oldest first. */
export async function listPendingRequests(db: Kysely<Schema>, communityId: string) {
  const rows = await selectRequests(db)
    .where("community_id", "=", communityId)
    .where("state", "=", "pending")
    .orderBy("community_requests.created_at")
    .limit(200)
    .execute();
  return rows.map(toRequest);
}

export async function findRequest(db: Kysely<Schema>, communityId: string, requestId: string) {
  const row = await selectRequests(db)
    .where("community_id", "=", communityId)
    .where("community_requests.id", "=", requestId)
    .executeTakeFirst();
  return row === undefined ? null : toRequest(row);
}

/** Each person has at most one pending request per community: asking again replaces the answers. */
export async function storeRequest(
  db: Kysely<Schema>,
  request: { id: string; communityId: string; userId: string; answers: readonly Answer[] },
): Promise<{ id: string; createdAt: Date }> {
  const answers = JSON.stringify(request.answers);
  return await db
    .insertInto("community_requests")
    .values({ id: request.id, community_id: request.communityId, user_id: request.userId, answers })
    .onConflict((conflict) =>
      conflict
        .columns(["community_id", "user_id"])
        .where(sql<boolean>`state = 'pending'`)
        .doUpdateSet({ answers }),
    )
    .returning(["id", "created_at as createdAt"])
    .executeTakeFirstOrThrow();
}

/** @returns false when it was no longer pending */
export async function decideRequestRow(
  db: Kysely<Schema>,
  requestId: string,
  state: Exclude<RequestState, "pending">,
): Promise<boolean> {
  const result = await db
    .updateTable("community_requests")
    .set({ state, decided_at: sql<Date>`now()` })
    .where("id", "=", requestId)
    .where("state", "=", "pending")
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Ends the pending requests of these people in a community. @returns whether any were pending */
export async function endPendingRequests(
  db: Kysely<Schema>,
  communityId: string,
  userIds: readonly string[],
  state: "accepted" | "withdrawn",
): Promise<boolean> {
  const result = await db
    .updateTable("community_requests")
    .set({ state, decided_at: sql<Date>`now()` })
    .where("community_id", "=", communityId)
    .where("user_id", "=", sql<string>`any(${[...userIds]}::text[])`)
    .where("state", "=", "pending")
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

function selectRequests(db: Kysely<Schema>) {
  return db
    .selectFrom("community_requests")
    .innerJoin("users", "users.id", "community_requests.user_id")
    .select([
      "community_requests.id",
      "users.id as userId",
      "pseudonym",
      "state",
      "answers",
      "community_requests.created_at as createdAt",
    ]);
}

function toRequest(row: Awaited<ReturnType<ReturnType<typeof selectRequests>["execute"]>>[number]) {
  // Both are written only here.
  return { ...row, state: row.state as RequestState, answers: row.answers as Answer[] };
}
