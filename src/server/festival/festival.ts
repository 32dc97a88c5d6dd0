import type { Kysely } from "kysely";
import { type City, specCity } from "#shared/features/map/city/city.ts";
import { cityOfYear } from "#shared/features/map/city/cities-by-year.ts";
import type { Schema } from "#server/db/schema.ts";
import { findCurrentYear } from "./festival-repository.ts";

/** The festival this server shows now. */
export interface Festival {
  /** Null: nothing was imported, the sample festival stands in the specification's city. */
  year: string | null;
  city: City;
  /** Until then no place of a camp may be told; null: it may be told. */
  locationsFrom: Date | null;
}

/** The year imported last and its city; a year without a file of its own, and the sample festival, have the city `spec`. */
export async function findFestival(db: Kysely<Schema>): Promise<Festival> {
  const current = await findCurrentYear(db);
  if (current === null) return { year: null, city: specCity, locationsFrom: null };
  return {
    year: current.year,
    city: cityOfYear(current.year) ?? specCity,
    locationsFrom: current.locationsFrom,
  };
}
