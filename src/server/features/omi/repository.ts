import { type Kysely, sql } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

/** A visitor has none of these: only accounts are linked. */
export const omiOwnedColumns: readonly OwnedColumn[] = [
  { table: "omi_links", column: "user_id" },
  { table: "omi_states", column: "user_id" },
  { table: "omi_writes", column: "user_id" },
  { table: "omi_forgotten", column: "user_id" },
];

export type OmiKind = "memory" | "conversation";

export interface OmiWrite {
  id: string;
  userId: string;
  kind: OmiKind;
  body: { content: string; tags?: string[]; title?: string };
  createdAt: Date;
  tries: number;
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

/** Uses a state up. @returns whether it was this session's and held */
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

/** False when the Omi account is another person's already. */
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

export async function findLink(db: Kysely<Schema>, userId: string) {
  const link = await db
    .selectFrom("omi_links")
    .select(["uid", "pulled_at as pulledAt"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return link ?? null;
}

export async function findPersonOf(db: Kysely<Schema>, uid: string): Promise<string | null> {
  const link = await db.selectFrom("omi_links").select("user_id").where("uid", "=", uid).executeTakeFirst();
  return link?.user_id ?? null;
}

/** The link, what waits, and begun links. */
export async function removeLink(db: Kysely<Schema>, userId: string): Promise<void> {
  for (const table of ["omi_links", "omi_states", "omi_writes"] as const)
    await db.deleteFrom(table).where("user_id", "=", userId).execute();
}

/** False when a write of this id is there already. */
export async function insertWrite(
  db: Kysely<Schema>,
  write: Pick<OmiWrite, "id" | "userId" | "kind" | "body">,
  sendAfter: Date,
): Promise<boolean> {
  const inserted = await db
    .insertInto("omi_writes")
    .values({
      id: write.id,
      user_id: write.userId,
      kind: write.kind,
      body: JSON.stringify(write.body),
      send_after: sendAfter,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findWrite(db: Kysely<Schema>, userId: string, id: string) {
  const write = await db
    .selectFrom("omi_writes")
    .select(["sent_at as sentAt", "send_after as sendAfter"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return write ?? null;
}

export async function countWaiting(db: Kysely<Schema>, userId: string): Promise<number> {
  const { waiting } = await db
    .selectFrom("omi_writes")
    .select(sql<number>`count(*)::int`.as("waiting"))
    .where("user_id", "=", userId)
    .where("send_after", "is not", null)
    .executeTakeFirstOrThrow();
  return waiting;
}

/** When each of a person's writes of the last hour was sent, the oldest first. */
export async function sentWithinHour(db: Kysely<Schema>, userId: string, kind: OmiKind): Promise<Date[]> {
  const rows = await db
    .selectFrom("omi_writes")
    .select("sent_at")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("sent_at", ">", sql<Date>`now() - interval '1 hour'`)
    .orderBy("sent_at")
    .execute();
  return rows.flatMap(({ sent_at }) => sent_at ?? []);
}

export async function markSent(db: Kysely<Schema>, id: string): Promise<void> {
  await db
    .updateTable("omi_writes")
    // What was said is Omi's now; only that it was sent still counts.
    .set({ sent_at: sql<Date>`now()`, send_after: null, body: "{}" })
    .where("id", "=", id)
    .execute();
}

export async function postpone(db: Kysely<Schema>, id: string, until: Date): Promise<void> {
  await db.updateTable("omi_writes").set({ send_after: until }).where("id", "=", id).execute();
}

export async function removeWrite(db: Kysely<Schema>, id: string): Promise<void> {
  await db.deleteFrom("omi_writes").where("id", "=", id).execute();
}

/** Takes writes that are due; whoever else looks within `holdMs` does not get them. */
export async function claimDue(
  db: Kysely<Schema>,
  { limit, holdMs }: { limit: number; holdMs: number },
): Promise<(OmiWrite & { uid: string })[]> {
  const due = db
    .selectFrom("omi_writes")
    .select("id")
    .where("send_after", "<=", sql<Date>`now()`)
    .orderBy("send_after")
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const rows = await db
    .updateTable("omi_writes")
    .from("omi_links")
    .set({
      send_after: sql<Date>`now() + make_interval(secs => ${holdMs / 1000})`,
      tries: sql`omi_writes.tries + 1`,
    })
    .whereRef("omi_links.user_id", "=", "omi_writes.user_id")
    .where("omi_writes.id", "in", due)
    .returning([
      "omi_writes.id as id",
      "omi_writes.user_id as userId",
      "omi_links.uid as uid",
      "kind",
      "body",
      "omi_writes.created_at as createdAt",
      "tries",
    ])
    .execute();
  // The check of the column and `insertWrite` are what may be in it.
  return rows as (OmiWrite & { uid: string })[];
}

/** People whose memories were not fetched since `before`. */
export async function listToPull(db: Kysely<Schema>, before: Date, limit: number) {
  return await db
    .selectFrom("omi_links")
    .select(["user_id as userId", "uid"])
    .where((row) => row.or([row("pulled_at", "is", null), row("pulled_at", "<", before)]))
    .orderBy("pulled_at", (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();
}

export async function markPulled(db: Kysely<Schema>, userId: string): Promise<void> {
  await db
    .updateTable("omi_links")
    .set({ pulled_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .execute();
}

/** Which of these memories the person has deleted here. */
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
  await db.deleteFrom("omi_writes").where("sent_at", "<", before).execute();
}
