import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export type OmiKind = "memory" | "conversation";

export interface OmiWrite {
  id: string;
  userId: string;
  kind: OmiKind;
  body: { content: string; tags?: string[]; title?: string };
  createdAt: Date;
  tries: number;
}

/** Returns false when a write with this id already exists. */
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

interface KnownWrite extends Pick<OmiWrite, "kind" | "body" | "createdAt"> {
  /** Null: sent or refused. */
  sendAfter: Date | null;
  refusedAt: Date | null;
}

export async function findWrite(db: Kysely<Schema>, userId: string, id: string): Promise<KnownWrite | null> {
  const write = await db
    .selectFrom("omi_writes")
    .select(["kind", "body", "created_at as createdAt", "send_after as sendAfter", "refused_at as refusedAt"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  // The column's check constraint and `insertWrite` determine its content.
  return (write ?? null) as KnownWrite | null;
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

/** When a person's writes of the last hour were sent, oldest first. */
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
    // The text is at Omi now; only the time it was sent is still needed.
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

/** Claims due writes. Other callers do not get them for `holdMs`. */
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
  // The column's check constraint and `insertWrite` determine its content.
  return rows as (OmiWrite & { uid: string })[];
}

/** Marks a write as refused by Omi. Its text stays stored until its person decides. */
export async function markRefused(db: Kysely<Schema>, id: string, refusal: string): Promise<void> {
  await db
    .updateTable("omi_writes")
    .set({ refused_at: sql<Date>`now()`, refusal, send_after: null })
    .where("id", "=", id)
    .execute();
}

/** A person's refused writes, newest first. */
export async function listRefused(db: Kysely<Schema>, userId: string, limit: number) {
  const rows = await db
    .selectFrom("omi_writes")
    .select(["id", "kind", "body", "refusal", "refused_at as refusedAt"])
    .where("user_id", "=", userId)
    .where("refused_at", "is not", null)
    .orderBy("refused_at", "desc")
    .limit(limit)
    .execute();
  return rows as (Pick<OmiWrite, "id" | "kind" | "body"> & { refusal: string | null; refusedAt: Date })[];
}

/** Claims a refused write for a retry. Returns false when it does not exist, is not refused, or belongs to another person. */
export async function takeRefused(
  db: Kysely<Schema>,
  { userId, id, holdMs }: { userId: string; id: string; holdMs: number },
): Promise<boolean> {
  const taken = await db
    .updateTable("omi_writes")
    .set({
      refused_at: null,
      refusal: null,
      tries: 1,
      send_after: sql<Date>`now() + make_interval(secs => ${holdMs / 1000})`,
    })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("refused_at", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Deletes a refused write. Returns false when it does not exist, is not refused, or belongs to another person. */
export async function dropRefused(db: Kysely<Schema>, userId: string, id: string): Promise<boolean> {
  const dropped = await db
    .deleteFrom("omi_writes")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("refused_at", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return dropped !== undefined;
}
