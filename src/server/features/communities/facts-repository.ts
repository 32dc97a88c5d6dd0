import { type Kysely, sql } from "kysely";
import type { CommunityFacts } from "#shared/features/talk/answer/ability-world.ts";
import type { Schema } from "#server/db/schema.ts";
import type { GeoPoint } from "#shared/features/map/city/city.ts";

/** All active communities, by name. */
export async function listCommunityNames(db: Kysely<Schema>): Promise<{ id: string; name: string }[]> {
  return await db
    .selectFrom("communities")
    .select(["id", "name"])
    .where("status", "=", "active")
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .execute();
}

/** Active communities as answers show them to a user, in the order of the given ids. Descriptions are cut at 400 characters. */
export async function listCommunityFacts(
  db: Kysely<Schema>,
  userId: string,
  ids: readonly string[],
): Promise<CommunityFacts[]> {
  const { rows } = await sql<
    Omit<CommunityFacts, "at"> & { latitude: number | null; longitude: number | null }
  >`
    select id, name, left(description, 400) as description, nullif(address, '') as place, latitude, longitude,
      (select count(*)::int from resources where community_id = communities.id and status = 'active') as things,
      exists (select 1 from community_people where community_id = communities.id and user_id = ${userId}) as "isMember"
    from communities where status = 'active' and id = any(${ids}::text[])
    order by array_position(${ids}::text[], id)
  `.execute(db);
  return rows.map(({ latitude, longitude, ...facts }) => ({
    ...facts,
    at: latitude === null || longitude === null ? null : { latitude, longitude },
  }));
}

/** A person's home: the location of the first community they joined that has a location; null when none has. */
export async function findHome(
  db: Kysely<Schema>,
  userId: string,
): Promise<{ name: string; at: GeoPoint } | null> {
  const home = await db
    .selectFrom("community_people")
    .innerJoin("communities", "communities.id", "community_people.community_id")
    .select(["name", "latitude", "longitude"])
    .where("user_id", "=", userId)
    .where("latitude", "is not", null)
    .orderBy("since")
    .limit(1)
    .executeTakeFirst();
  if (home === undefined || home.latitude === null || home.longitude === null) return null;
  return { name: home.name, at: { latitude: home.latitude, longitude: home.longitude } };
}
