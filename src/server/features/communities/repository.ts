import { type Kysely, sql } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

export interface Person {
  userId: string;
  pseudonym: string;
  role: "admin" | "member";
}

export interface CommunityRecord {
  id: string;
  name: string;
  description: string;
  address: string;
  city: string;
  tags: string[];
  type: string;
  status: string;
  campId: string | null;
  latitude: number | null;
  longitude: number | null;
  profilePhoto: string | null;
  coverPhoto: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  people: Person[];
}

/** Active communities with their people, by name. */
export async function listCommunityRecords(db: Kysely<Schema>): Promise<CommunityRecord[]> {
  return await selectRecords(db)
    .where("communities.status", "=", "active")
    .orderBy(sql`lower(communities.name)`)
    .execute();
}

export async function findCommunityRecord(
  db: Kysely<Schema>,
  communityId: string,
): Promise<CommunityRecord | null> {
  return (await selectRecords(db).where("communities.id", "=", communityId).executeTakeFirst()) ?? null;
}

/** Ids of the communities a person belongs to, as member or admin. */
export async function listMemberships(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("community_people")
    .select("community_id")
    .where("user_id", "=", userId)
    .execute();
  return rows.map((row) => row.community_id);
}

function selectRecords(db: Kysely<Schema>) {
  return db.selectFrom("communities").select([
    "communities.id",
    "name",
    "description",
    "address",
    "city",
    "tags",
    "type",
    "status",
    "camp_id as campId",
    "latitude",
    "longitude",
    "profile_photo as profilePhoto",
    "cover_photo as coverPhoto",
    "version",
    "communities.created_at as createdAt",
    "communities.updated_at as updatedAt",
    sql<Person[]>`coalesce((
      select json_agg(json_build_object('userId', p.user_id, 'pseudonym', u.pseudonym, 'role', p.role) order by lower(u.pseudonym))
      from community_people p join users u on u.id = p.user_id
      where p.community_id = communities.id
    ), '[]')`.as("people"),
  ]);
}

export const communityOwnedColumns: readonly OwnedColumn[] = [
  { table: "communities", column: "created_by" },
  { table: "community_people", column: "user_id", uniqueWith: ["community_id"] },
];
