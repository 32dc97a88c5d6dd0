import { citySchema } from "./city-schema.ts";
import type { City } from "./city.ts";
import year2015 from "../cities/2015.json" with { type: "json" };
import year2016 from "../cities/2016.json" with { type: "json" };
import year2017 from "../cities/2017.json" with { type: "json" };
import year2018 from "../cities/2018.json" with { type: "json" };
import year2019 from "../cities/2019.json" with { type: "json" };
import year2022 from "../cities/2022.json" with { type: "json" };
import year2023 from "../cities/2023.json" with { type: "json" };
import year2024 from "../cities/2024.json" with { type: "json" };
import year2025 from "../cities/2025.json" with { type: "json" };
import year2026 from "../cities/2026.json" with { type: "json" };

/** The cities that were built, by year, oldest first. For the server only: the page fetches the city it needs from the server. */
const citiesByYear: ReadonlyMap<string, City> = new Map(
  [year2015, year2016, year2017, year2018, year2019, year2022, year2023, year2024, year2025, year2026].map(
    (file) => {
      const city = citySchema.parse(file);
      return [city.id, city];
    },
  ),
);

/** The city of a year; null when there is no file for it. */
export function cityOfYear(year: string): City | null {
  return citiesByYear.get(year) ?? null;
}

/** The years that have their own city, oldest first. */
export const cityYears: readonly string[] = [...citiesByYear.keys()];
