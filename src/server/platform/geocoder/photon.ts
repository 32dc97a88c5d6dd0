import * as z from "zod/mini";
import { MAX_ADDRESS_SUGGESTIONS } from "#shared/features/places/contract.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Egress } from "#server/platform/egress.ts";
import { type Geocoder, type GeocoderSettings, openStreetMap } from "./geocoder.ts";
import { plainPart, readGeocoderAnswer, suggestionOf } from "./geocoder-answer.ts";

const optionalText = z.optional(z.string());
const answer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        name: optionalText,
        housenumber: optionalText,
        street: optionalText,
        city: optionalText,
        state: optionalText,
        postcode: optionalText,
        country: optionalText,
        countrycode: optionalText,
      }),
    }),
  ),
});
type Properties = z.infer<typeof answer>["features"][number]["properties"];

/** More than are shown: Photon filters by at most one country, so with several countries the results are filtered here. */
const CANDIDATES = 4 * MAX_ADDRESS_SUGGESTIONS;

/** A Photon server, which supports search while the user types. */
export function photon(egress: Egress, settings: GeocoderSettings): Geocoder {
  const { countries } = settings;
  return {
    id: `photon@${new URL(settings.baseUrl).host}/${countries.join(",")}`,
    mayTypeAhead: true,
    pauseMs: 100,
    attribution: openStreetMap,
    async search(question) {
      const query = new URLSearchParams({ q: question, limit: String(CANDIDATES) });
      if (countries.length === 1) query.set("countrycode", (countries[0] ?? "").toUpperCase());
      const response = await egress(`${settings.baseUrl}/api?${query.toString()}`, {
        purpose: "address",
        headers: { "user-agent": settings.userAgent, accept: "application/json" },
        deadlineMs: 5_000,
      });
      const parsed = answer.safeParse(await readGeocoderAnswer(response));
      if (!parsed.success)
        throw new AppError("upstream-failed", "The address service's answer has another form.");
      return parsed.data.features
        .filter(({ properties }) => isWanted(countries, properties))
        .flatMap(({ geometry, properties }) => {
          const [lon, lat] = geometry.coordinates;
          return suggestionOf(nameOf(properties), { lat, lon }, addressOf(properties)) ?? [];
        })
        .slice(0, MAX_ADDRESS_SUGGESTIONS);
    },
  };
}

function isWanted(countries: readonly string[], { countrycode }: Properties): boolean {
  return countries.length === 0 || countries.includes((countrycode ?? "").toLowerCase());
}

function addressOf(properties: Properties) {
  return {
    house_number: plainPart(properties.housenumber),
    road: plainPart(properties.street),
    city: plainPart(properties.city),
    state: plainPart(properties.state),
    postcode: plainPart(properties.postcode),
    country: plainPart(properties.country),
  };
}

/** "Görlitzer Park, Wiener Straße 5, 10999 Berlin, Germany", without missing or repeated parts. */
function nameOf({ name, street, housenumber, postcode, city, country }: Properties): string {
  const join = (...words: (string | undefined)[]) => words.filter(Boolean).join(" ");
  const parts = [name, join(street, housenumber), join(postcode, city), country];
  return [...new Set(parts.filter(Boolean))].join(", ");
}
