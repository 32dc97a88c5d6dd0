import type { Kysely } from "kysely";
import type { GeoPoint } from "#shared/features/map/city/city.ts";
import type { Schema } from "#server/db/schema.ts";

/** A person's home: the location of the first community they joined that has one; null when none has. */
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
