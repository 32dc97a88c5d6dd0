import { type Kysely, sql, type UpdateObject } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import type { OmiList } from "#server/platform/omi/omi.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";

export interface Link {
  uid: string;
  /** Time of the last successful fetch; null: none yet. */
  pulledAt: Date | null;
  /** Reason of the last failed fetch, as a sentence. */
  trouble: string | null;
  /** Time of the last complete pass over both lists. */
  walkedAt: Date | null;
  /** Number of rows processed so far; null: the list is complete. */
  memoriesNext: number | null;
  conversationsNext: number | null;
}

export async function storeState(
  db: Kysely<Schema>,
  state: { hash: string; userId: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto("omi_states")
    .values({
      state_hash: state.hash,
      user_id: state.userId,
      session_id: state.sessionId,
      expires_at: state.expiresAt,
    })
    .execute();
}

/** Consumes a state. @returns whether it was valid and belonged to this session */
export async function spendState(
  db: Kysely<Schema>,
  { hash, sessionId, now }: { hash: string; sessionId: string; now: Date },
): Promise<boolean> {
  const spent = await db
    .deleteFrom("omi_states")
    .where("state_hash", "=", hash)
    .where("session_id", "=", sessionId)
    .returning("expires_at")
    .executeTakeFirst();
  return spent !== undefined && spent.expires_at > now;
}

/** Returns false when the Omi account is linked to another person already. */
export async function storeLink(db: Kysely<Schema>, userId: string, uid: string): Promise<boolean> {
  const holder = await findPersonOf(db, uid);
  if (holder !== null && holder !== userId) return false;
  await db.deleteFrom("omi_links").where("user_id", "=", userId).execute();
  const inserted = await db
    .insertInto("omi_links")
    .values({ user_id: userId, uid })
    .onConflict((conflict) => conflict.column("uid").doNothing())
    .returning("uid")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findLink(db: Kysely<Schema>, userId: string): Promise<Link | null> {
  const link = await db
    .selectFrom("omi_links")
    .select([
      "uid",
      "pulled_at as pulledAt",
      "trouble",
      "walked_at as walkedAt",
      "memories_next as memoriesNext",
      "conversations_next as conversationsNext",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return link ?? null;
}

export async function findPersonOf(db: Kysely<Schema>, uid: string): Promise<string | null> {
  const link = await db.selectFrom("omi_links").select("user_id").where("uid", "=", uid).executeTakeFirst();
  return link?.user_id ?? null;
}

/**
 * Claims people whose fetch is due: not tried since `before`, or in the middle of a long list without failure. Concurrent callers do not
 * get the same people.
 */
export async function claimToPull(db: Kysely<Schema>, before: Date, limit: number): Promise<string[]> {
  const due = db
    .selectFrom("omi_links")
    .select("user_id")
    .where((row) =>
      row.or([
        row("tried_at", "is", null),
        row("tried_at", "<", before),
        row.and([
          row.or([row("memories_next", "is not", null), row("conversations_next", "is not", null)]),
          row("pulled_at", ">=", row.ref("tried_at")),
        ]),
      ]),
    )
    .orderBy("tried_at", (order) => order.asc().nullsFirst())
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const rows = await db
    .updateTable("omi_links")
    .set({ tried_at: sql<Date>`now()` })
    .where("user_id", "in", due)
    .returning("user_id as userId")
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Marks the start of a fetch. */
export async function markTried(db: Kysely<Schema>, userId: string): Promise<void> {
  await change(db, userId, { tried_at: sql<Date>`now()` });
}

/** Marks a successful fetch. */
export async function markPulled(db: Kysely<Schema>, userId: string): Promise<void> {
  await change(db, userId, { pulled_at: sql<Date>`now()`, trouble: null });
}

/** Marks a failed fetch. The time of the last successful one is unchanged. */
export async function markTrouble(db: Kysely<Schema>, userId: string, trouble: string): Promise<void> {
  await change(db, userId, { trouble });
}

/** Stores the position in a list; null: complete. */
export async function markWalked(
  db: Kysely<Schema>,
  userId: string,
  what: OmiList,
  next: number | null,
): Promise<void> {
  await change(db, userId, { [`${what}_next`]: next });
}

/** Marks a complete pass over both lists. */
export async function markWalkedWhole(db: Kysely<Schema>, userId: string): Promise<void> {
  await change(db, userId, { walked_at: sql<Date>`now()` });
}

/** Starts a new pass over both lists. */
export async function beginWalk(
  db: Kysely<Schema>,
  userId: string,
): Promise<Pick<Link, "memoriesNext" | "conversationsNext">> {
  await change(db, userId, { memories_next: 0, conversations_next: 0 });
  return { memoriesNext: 0, conversationsNext: 0 };
}

async function change(
  db: Kysely<Schema>,
  userId: string,
  values: UpdateObject<Schema, "omi_links">,
): Promise<void> {
  await db.updateTable("omi_links").set(values).where("user_id", "=", userId).execute();
}

/** Only accounts can be linked, so visitors have none of these rows. */
export const omiOwnedColumns: readonly OwnedColumn[] = [
  { table: "omi_links", column: "user_id" },
  { table: "omi_states", column: "user_id" },
  { table: "omi_proofs", column: "user_id", isExported: false },
  // Deleting an account and signing up again must not reset the limit.
  { table: "omi_codes_sent", column: "user_id", whenDeleted: "clear", isExported: false },
  { table: "omi_writes", column: "user_id" },
  { table: "omi_forgotten", column: "user_id" },
];

/** Deletes the link or its proof, waiting writes, and pending states. */
export async function removeLink(db: Kysely<Schema>, userId: string): Promise<void> {
  for (const table of ["omi_links", "omi_proofs", "omi_states", "omi_writes"] as const)
    await db.deleteFrom(table).where("user_id", "=", userId).execute();
}

/** The memories among these that the person has deleted here. */
export async function listForgotten(
  db: Kysely<Schema>,
  userId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("omi_forgotten")
    .select("memory_id")
    .where("user_id", "=", userId)
    .where("memory_id", "=", sql<string>`any(${[...ids]})`)
    .execute();
  return new Set(rows.map(({ memory_id }) => memory_id));
}

export async function forgetOldOmiRows(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom("omi_states").where("expires_at", "<", before).execute();
  await db.deleteFrom("omi_codes_sent").where("sent_at", "<", before).execute();
  await db.deleteFrom("omi_writes").where("sent_at", "<", before).execute();
}
