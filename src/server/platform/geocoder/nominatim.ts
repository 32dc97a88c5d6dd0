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

const degrees = z.pipe(z.union([z.number(), z.string().check(z.regex(/\d/))]), z.transform(Number));
const place = z.object({
  lat: degrees,
  lon: degrees,
  display_name: z.string(),
  address: z.nullish(
    z.object({
      house_number: addressPart,
      road: addressPart,
      city: addressPart,
      town: addressPart,
      village: addressPart,
      municipality: addressPart,
      hamlet: addressPart,
      state: addressPart,
      postcode: addressPart,
      country: addressPart,
    }),
  ),
});

/**
 * A Nominatim server. The limits follow the usage policy of the public one: called only on an explicit search, at most once per
 * second for all users together, with our own user agent and attribution, and its results are cached.
 */
export function nominatim(egress: Egress, settings: GeocoderSettings): Geocoder {
  const countries = settings.countries.join(",");
  return {
    id: `nominatim@${new URL(settings.baseUrl).host}/${countries}`,
    mayTypeAhead: false,
    pauseMs: 1_000,
    attribution: openStreetMap,
    async search(question) {
      const query = new URLSearchParams({
        q: question,
        format: "json",
        addressdetails: "1",
        limit: String(MAX_ADDRESS_SUGGESTIONS),
        ...(countries === "" ? {} : { countrycodes: countries }),
      });
      const response = await egress(`${settings.baseUrl}/search?${query.toString()}`, {
        purpose: "address",
        headers: { "user-agent": settings.userAgent, accept: "application/json" },
      });
      const body = await readGeocoderAnswer(response);
      if (!Array.isArray(body)) throw anotherForm();
      return readPlaces(body, place).flatMap(({ lat, lon, display_name, address: known }) => {
        const address: Partial<NonNullable<typeof known>> = known ?? {};
        // A state that is a city, such as Hamburg, has no other.
        const { city, town, village, municipality, hamlet, state } = address;
        const suggestion = suggestionOf(
          display_name,
          { lat, lon },
          {
            house_number: plainPart(address.house_number),
            road: plainPart(address.road),
            city: plainPart(city || town || village || municipality || hamlet || state),
            state: plainPart(state),
            postcode: plainPart(address.postcode),
            country: plainPart(address.country),
          },
        );
        return suggestion ?? [];
      });
    },
  };
}
