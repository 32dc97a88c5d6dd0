import type { Kysely } from "kysely";
import { type City, specCity } from "#shared/features/map/city/city.ts";
import { cityOfYear } from "#shared/features/map/city/cities-by-year.ts";
import type { Schema } from "#server/db/schema.ts";
import { findCurrentYear } from "./festival-repository.ts";

/** The festival this server currently shows. */
export interface Festival {
  /** Null: no year was imported, and the sample festival is in the city of the specification. */
  year: string | null;
  city: City;
  /** Camp locations are hidden until then; null: they are public. */
  locationsFrom: Date | null;
}

/** The most recently imported year and its city. The sample festival, and a year without a city file, use the city `spec`. */
export async function findFestival(db: Kysely<Schema>): Promise<Festival> {
  const current = await findCurrentYear(db);
  if (current === null) return { year: null, city: specCity, locationsFrom: null };
  return {
    year: current.year,
    city: cityOfYear(current.year) ?? specCity,
    locationsFrom: current.locationsFrom,
  };
}
