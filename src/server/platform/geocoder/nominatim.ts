import * as z from "zod/mini";
import { MAX_ADDRESS_SUGGESTIONS } from "#shared/features/places/contract.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Egress } from "#server/platform/egress.ts";
import { type Geocoder, type GeocoderSettings, openStreetMap } from "./geocoder.ts";
import { plainPart, readGeocoderAnswer, suggestionOf } from "./geocoder-answer.ts";

const optionalText = z.optional(z.string());
const answer = z.array(
  z.object({
    lat: z.coerce.number(),
    lon: z.coerce.number(),
    display_name: z.string(),
    address: z.optional(
      z.object({
        house_number: optionalText,
        road: optionalText,
        city: optionalText,
        town: optionalText,
        village: optionalText,
        state: optionalText,
        postcode: optionalText,
        country: optionalText,
      }),
    ),
  }),
);

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
      const parsed = answer.safeParse(await readGeocoderAnswer(response));
      if (!parsed.success)
        throw new AppError("upstream-failed", "The address service's answer has another form.");
      return parsed.data.flatMap(({ lat, lon, display_name, address = {} }) => {
        const suggestion = suggestionOf(
          display_name,
          { lat, lon },
          {
            house_number: plainPart(address.house_number),
            road: plainPart(address.road),
            city: plainPart(address.city ?? address.town ?? address.village),
            state: plainPart(address.state),
            postcode: plainPart(address.postcode),
            country: plainPart(address.country),
          },
        );
        return suggestion ?? [];
      });
    },
  };
}
