import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

export interface Membership {
  id: string;
  name: string;
  type: "community" | "venue";
  role: "admin" | "member";
  photoPath: string | null;
}

export interface Found {
  kind: "camp" | "community" | "art" | "companion";
  id: string;
  /** Name and description of the place; null when this database does not have them (art, companions, deleted places). */
  name: string | null;
  description: string | null;
  at: Date;
}

export interface ProfileStatus {
  memories: number;
  discoveries: number;
  /** When they first added something; null before that. */
  since: Date | null;
}

/** The active communities a person belongs to, by name. */
export async function listMemberships(db: Kysely<Schema>, userId: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom("community_people")
    .innerJoin("communities", "communities.id", "community_people.community_id")
    .select((columns) => [
      "communities.id",
      "communities.name",
      // The tables' check constraints allow only these.
      columns.ref("communities.type").$castTo<Membership["type"]>().as("type"),
      columns.ref("community_people.role").$castTo<Membership["role"]>().as("role"),
      "communities.profile_photo as photoPath",
    ])
    .where("community_people.user_id", "=", userId)
    .where("communities.status", "=", "active")
    .orderBy(sql`lower(communities.name)`)
    .orderBy("communities.id")
    .execute();
  return rows;
}

/** Places a person has visited and companions they have met, latest first. */
export async function listFound(db: Kysely<Schema>, userId: string, limit: number): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select found.kind, found.id, coalesce(camps.name, communities.name) as name,
      coalesce(camps.data->>'description', communities.description) as description, found.at
    from (
      select kind, place_id as id, discovered_at as at from discoveries where user_id = ${userId}
      union all
      select 'companion', companion, discovered_at from companion_discoveries where user_id = ${userId}
    ) found
    left join camps on found.kind = 'camp' and camps.id = found.id
    left join communities on found.kind = 'community' and communities.id = found.id
    order by found.at desc, found.kind, found.id
    limit ${limit}
  `.execute(db);
  return rows;
}

export async function findStatus(db: Kysely<Schema>, userId: string): Promise<ProfileStatus> {
  const { rows } = await sql<ProfileStatus>`
    select
      (select count(*)::int from memories where user_id = ${userId}) as memories,
      (select count(*)::int from discoveries where user_id = ${userId})
        + (select count(*)::int from companion_discoveries where user_id = ${userId}) as discoveries,
      (select min(created_at) from resources where created_by = ${userId}) as since
  `.execute(db);
  return rows[0] ?? { memories: 0, discoveries: 0, since: null };
}
