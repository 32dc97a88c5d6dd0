import * as z from "zod/mini";
import { MAX_ADDRESS_SUGGESTIONS } from "#shared/features/places/contract.ts";
import type { Egress } from "#server/platform/egress.ts";
import { type Geocoder, type GeocoderSettings, openStreetMap } from "./geocoder.ts";
import {
  addressPart,
  anotherForm,
  plainPart,
  readGeocoderAnswer,
  readPlaces,
  suggestionOf,
} from "./geocoder-answer.ts";

const answer = z.object({ features: z.array(z.unknown()) });
const feature = z.object({
  // A height may follow.
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()], z.unknown()) }),
  properties: z.object({
    /** The type of the named place: `house`, `street`, `city` and so on. */
    type: addressPart,
    name: addressPart,
    housenumber: addressPart,
    street: addressPart,
    district: addressPart,
    city: addressPart,
    county: addressPart,
    state: addressPart,
    postcode: addressPart,
    country: addressPart,
    countrycode: addressPart,
  }),
});
type Properties = z.infer<typeof feature>["properties"];

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
      if (!parsed.success) throw anotherForm();
      const wanted = readPlaces(parsed.data.features, feature).filter(({ properties }) =>
        isWanted(countries, properties),
      );
      const names = distinctNames(wanted.map(({ properties }) => properties));
      return wanted
        .flatMap(({ geometry, properties }, index) => {
          const [lon, lat] = geometry.coordinates;
          return suggestionOf(names[index] ?? "", { lat, lon }, addressOf(properties)) ?? [];
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
    city: plainPart(cityOf(properties)),
    state: plainPart(properties.state),
    postcode: plainPart(properties.postcode),
    country: plainPart(properties.country),
  };
}

/** The city; for a city itself its name. A state that is a city, such as Hamburg, has no other. */
function cityOf({ type, name, city, state }: Properties): string | undefined {
  return city || (type === "city" ? name : undefined) || state;
}

/** Names that distinguish places: equal names get the district, the county and the state. */
function distinctNames(places: readonly Properties[]): string[] {
  const short = places.map((place) => nameOf(place));
  return places.map((place, index) => {
    const isAlone = short.indexOf(short[index] ?? "") === short.lastIndexOf(short[index] ?? "");
    return isAlone ? (short[index] ?? "") : nameOf(place, [place.district, place.county, place.state]);
  });
}

/** "Görlitzer Park, Wiener Straße 5, 10999 Berlin, Germany", without missing or repeated parts. */
function nameOf(place: Properties, more: readonly (string | undefined)[] = []): string {
  const { name, street, housenumber, postcode, country } = place;
  const join = (...words: (string | undefined)[]) => words.filter(Boolean).join(" ");
  const parts = [name, join(street, housenumber), join(postcode, cityOf(place)), ...more, country];
  return [...new Set(parts.filter(Boolean))].join(", ");
}
