import { type Kysely, sql } from "kysely";
import type { OwnLine } from "#shared/features/talk/answer/ability-world.ts";
import { shorten } from "#shared/shorten.ts";
import type { CampMark, Discovery, DiscoveryKind } from "#shared/features/explore/contract.ts";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

/** UTF-16 units of a note in a line. */
const MAX_NOTE_IN_LINE = 120;

export const exploreOwnedColumns: readonly OwnedColumn[] = [
  { table: "camp_marks", column: "user_id", uniqueWith: ["camp_id"] },
  { table: "discoveries", column: "user_id", uniqueWith: ["kind", "place_id"] },
];

/** Latest change first. */
export async function listMarks(db: Kysely<Schema>, userId: string): Promise<CampMark[]> {
  const rows = await db
    .selectFrom("camp_marks")
    .leftJoin("camps", "camps.id", "camp_marks.camp_id")
    .select(["camp_id", "is_favourite", "note", "camp_marks.updated_at"])
    .select((from) => from.fn.coalesce("camps.name", "camp_name").as("campName"))
    .where("user_id", "=", userId)
    .orderBy("camp_marks.updated_at", "desc")
    .orderBy("camp_id")
    .execute();
  return rows.map(({ campName, ...row }) => ({ ...markOf(row), campName }));
}

/** The user's favourite camps of this year's map with their notes, latest change first, as lines of an answer. */
export async function favouriteLines(db: Kysely<Schema>, userId: string): Promise<OwnLine[]> {
  const rows = await db
    .selectFrom("camp_marks")
    .innerJoin("camps", "camps.id", "camp_marks.camp_id")
    .select(["camps.id as campId", "camps.name", "camp_marks.note"])
    .where("user_id", "=", userId)
    .where("is_favourite", "=", true)
    .orderBy("camp_marks.updated_at", "desc")
    .orderBy("camps.id")
    .execute();
  return rows.map(({ campId, name, note }) => ({
    sourceId: `camp:${campId}`,
    text: note === "" ? name : `${name}: ${shorten(note, MAX_NOTE_IN_LINE)}`,
  }));
}

/** Changes only the given fields. Deletes an empty mark. */
export async function saveMark(
  db: Kysely<Schema>,
  userId: string,
  campId: string,
  change: { isFavourite?: boolean | undefined; note?: string | undefined },
): Promise<CampMark> {
  const row = await db
    .insertInto("camp_marks")
    .values({
      user_id: userId,
      camp_id: campId,
      is_favourite: change.isFavourite ?? false,
      note: change.note ?? "",
    })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "camp_id"]).doUpdateSet({
        ...(change.isFavourite === undefined ? {} : { is_favourite: change.isFavourite }),
        ...(change.note === undefined ? {} : { note: change.note }),
        updated_at: sql`now()`,
      }),
    )
    .returning(["camp_id", "is_favourite", "note", "updated_at"])
    .executeTakeFirstOrThrow();
  if (!row.is_favourite && row.note === "") {
    await db.deleteFrom("camp_marks").where("user_id", "=", userId).where("camp_id", "=", campId).execute();
  }
  return markOf(row);
}

export async function hasCamp(db: Kysely<Schema>, campId: string): Promise<boolean> {
  return (
    (await db.selectFrom("camps").select("id").where("id", "=", campId).executeTakeFirst()) !== undefined
  );
}

/** Latest first. */
export async function listDiscovered(db: Kysely<Schema>, userId: string): Promise<Discovery[]> {
  const rows = await db
    .selectFrom("discoveries")
    .select(["kind", "place_id", "discovered_at"])
    .where("user_id", "=", userId)
    .orderBy("discovered_at", "desc")
    .orderBy("kind")
    .orderBy("place_id")
    .execute();
  return rows.map(discoveryOf);
}

export interface Arrival {
  kind: DiscoveryKind;
  id: string;
  at: Date;
}

/** The given places that exist. */
export async function existingPlaces(
  db: Kysely<Schema>,
  arrivals: readonly Arrival[],
  artIds: readonly string[],
): Promise<Arrival[]> {
  const idsOf = (kind: DiscoveryKind) => arrivals.filter((one) => one.kind === kind).map(({ id }) => id);
  const camps = await db
    .selectFrom("camps")
    .select("id")
    .where("id", "=", sql<string>`any(${idsOf("camp")})`)
    .execute();
  const communities = await db
    .selectFrom("communities")
    .select("id")
    .where("id", "=", sql<string>`any(${idsOf("community")})`)
    .where("status", "=", "active")
    .execute();
  const there: Record<DiscoveryKind, ReadonlySet<string>> = {
    camp: new Set(camps.map(({ id }) => id)),
    community: new Set(communities.map(({ id }) => id)),
    art: new Set(artIds),
  };
  return arrivals.filter(({ kind, id }) => there[kind].has(id));
}

/** @returns the places that the person had not visited before */
export async function insertDiscoveries(
  db: Kysely<Schema>,
  userId: string,
  arrivals: readonly Arrival[],
): Promise<Discovery[]> {
  if (arrivals.length === 0) return [];
  const rows = await db
    .insertInto("discoveries")
    .values(arrivals.map(({ kind, id, at }) => ({ user_id: userId, kind, place_id: id, discovered_at: at })))
    .onConflict((conflict) => conflict.columns(["user_id", "kind", "place_id"]).doNothing())
    .returning(["kind", "place_id", "discovered_at"])
    .execute();
  return rows.map(discoveryOf);
}

function markOf(row: { camp_id: string; is_favourite: boolean; note: string; updated_at: Date }): CampMark {
  return {
    campId: row.camp_id,
    isFavourite: row.is_favourite,
    note: row.note,
    updatedAt: row.updated_at.toISOString(),
  };
}

function discoveryOf(row: { kind: string; place_id: string; discovered_at: Date }): Discovery {
  // The table's check constraint allows only these.
  return {
    kind: row.kind as DiscoveryKind,
    id: row.place_id,
    discoveredAt: row.discovered_at.toISOString(),
  };
}
