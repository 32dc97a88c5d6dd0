import { type Kysely, sql } from "kysely";
import type { OwnedColumn } from "#server/db/owned-column.ts";
import type { Schema } from "#server/db/schema.ts";

export interface Person {
  userId: string;
  pseudonym: string;
  role: "admin" | "member";
  /** A member who was asked to be an admin and has not answered. */
  isAsked: boolean;
}

/** The columns that an admin changes. */
export interface CommunityColumns {
  name: string;
  description: string;
  address: string;
  city: string;
  tags: string[];
  type: string;
  campId: string | null;
  latitude: number | null;
  longitude: number | null;
  profilePhoto: string | null;
  coverPhoto: string | null;
  joinQuestions: string[];
}

export interface CommunityRecord extends CommunityColumns {
  id: string;
  status: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** Number of things it shares. */
  thingCount: number;
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

/**
 * Like `findCommunityRecord`, but locks the community and its people until the transaction ends, so that two admins who remove each other
 * are serialized.
 */
export async function lockCommunityRecord(
  db: Kysely<Schema>,
  communityId: string,
): Promise<CommunityRecord | null> {
  await db.selectFrom("communities").select("id").where("id", "=", communityId).forUpdate().execute();
  return await findCommunityRecord(db, communityId);
}

/** Stores an admin's changes as the next version. */
export async function updateCommunity(
  db: Kysely<Schema>,
  communityId: string,
  columns: CommunityColumns,
): Promise<void> {
  const { campId, profilePhoto, coverPhoto, joinQuestions, ...same } = columns;
  await db
    .updateTable("communities")
    .set({
      ...same,
      camp_id: campId,
      profile_photo: profilePhoto,
      cover_photo: coverPhoto,
      join_questions: joinQuestions,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where("id", "=", communityId)
    .execute();
}

/** Whether a community may claim a camp: the camp exists, and no other community has it. */
export async function findCampClaim(
  db: Kysely<Schema>,
  campId: string,
): Promise<{ isThere: boolean; communityId: string | null }> {
  const camp = await db.selectFrom("camps").select("id").where("id", "=", campId).executeTakeFirst();
  const claim = await db
    .selectFrom("communities")
    .select("id")
    .where("camp_id", "=", campId)
    .executeTakeFirst();
  return { isThere: camp !== undefined, communityId: claim?.id ?? null };
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
    "join_questions as joinQuestions",
    "version",
    "communities.created_at as createdAt",
    "communities.updated_at as updatedAt",
    sql<number>`(
      select count(*)::int from resources where community_id = communities.id and resources.status = 'active'
    )`.as("thingCount"),
    sql<Person[]>`coalesce((
      select json_agg(json_build_object(
        'userId', p.user_id, 'pseudonym', u.pseudonym, 'role', p.role, 'isAsked', asked.user_id is not null
      ) order by lower(u.pseudonym))
      from community_people p join users u on u.id = p.user_id
        left join community_admin_invitations asked on asked.community_id = p.community_id and asked.user_id = p.user_id
      where p.community_id = communities.id
    ), '[]')`.as("people"),
  ]);
}

export const communityOwnedColumns: readonly OwnedColumn[] = [
  { table: "communities", column: "created_by", whenDeleted: "clear" },
  { table: "community_people", column: "user_id", uniqueWith: ["community_id"] },
  // Only for signed-in people; listed because the columns hold owners.
  { table: "community_elevations", column: "user_id", uniqueWith: ["community_id", "session_id"] },
  { table: "community_admin_invitations", column: "user_id", uniqueWith: ["community_id"] },
  { table: "community_requests", column: "user_id", uniqueWith: ["community_id"] },
];

export const EVENT_PREFIX = "community.";

/** The audit log's entries about a community, newest first. */
export async function listAuditOf(db: Kysely<Schema>, communityId: string, limit: number) {
  return await db
    .selectFrom("audit_log")
    .leftJoin("users", "users.id", "audit_log.actor_id")
    .select([
      "audit_log.id",
      "at",
      "event",
      "users.pseudonym as by",
      sql<string | null>`detail ->> 'person'`.as("person"),
    ])
    .where("object_id", "=", communityId)
    .where(sql<boolean>`starts_with(event, ${EVENT_PREFIX})`)
    .orderBy("at", "desc")
    .orderBy("audit_log.id", "desc")
    .limit(limit)
    .execute();
}

export interface CommunityRow {
  id: string;
  name: string;
  description: string;
  address: string;
  latitude: number;
  longitude: number;
  tags: string[];
  type: "community" | "venue";
  profilePhoto: string | null;
  createdBy: string;
}

/** Returns false when a community with this id already exists. */
export async function insertCommunity(db: Kysely<Schema>, row: CommunityRow): Promise<boolean> {
  const { profilePhoto, createdBy, ...same } = row;
  const inserted = await db
    .insertInto("communities")
    .values({ ...same, profile_photo: profilePhoto, created_by: createdBy })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function isFounder(db: Kysely<Schema>, communityId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("communities")
    .select("id")
    .where("id", "=", communityId)
    .where("created_by", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}
