import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { latitude, longitude } from "#shared/http/fields.ts";

export const MIN_ADDRESS_QUESTION = 3;
export const MAX_ADDRESS_QUESTION = 200;
export const MAX_ADDRESS_SUGGESTIONS = 5;
/** @public Pause in typing, in milliseconds, before the address field sends a request. */
export const ADDRESS_DEBOUNCE_MS = 300;
/** @public Error message of the address field. */
export const ADDRESS_SEARCH_FAILED = "Failed to fetch address suggestions";

const part = z.nullable(z.string());

/** An address a user may choose, with the specification's names and parts. */
export const addressSuggestion = z.object({
  display_name: z.string(),
  lat: latitude,
  lon: longitude,
  address: z.object({
    house_number: part,
    road: part,
    city: part,
    state: part,
    postcode: part,
    country: part,
  }),
  /** `city`: parsed with the festival city's own streets. `library`: an address in use here. `geocoder`: from the external geocoder. */
  source: z.enum(["city", "library", "geocoder"]),
});
export type AddressSuggestion = z.infer<typeof addressSuggestion>;

/**
 * Result of the external search. `answered`: now or from the cache. `off`: no geocoder is configured. `on-submit`: this geocoder is only
 * queried when the user presses Enter; send the same call with `submit`. `busy`: too many requests, retry in a few seconds. `failed`: no
 * result. In every case the suggestions contain the results found on this server.
 */
const geocoderState = z.enum(["answered", "off", "on-submit", "busy", "failed"]);

export const searchAddresses = defineEndpoint({
  id: "places.search-addresses",
  method: "GET",
  path: "/api/addresses",
  summary:
    "Addresses that begin or read like the text: of the festival city, in use here, and of a geocoder.",
  query: z.strictObject({
    q: z
      .string()
      .check(
        z.trim(),
        z.minLength(MIN_ADDRESS_QUESTION, `Please type at least ${MIN_ADDRESS_QUESTION} characters.`),
        z.maxLength(MAX_ADDRESS_QUESTION, `At most ${MAX_ADDRESS_QUESTION} characters.`),
      ),
    /** The user pressed Enter: an explicit search. */
    submit: z.optional(z.enum(["true"])),
  }),
  response: z.object({
    suggestions: z.array(addressSuggestion).check(z.maxLength(MAX_ADDRESS_SUGGESTIONS)),
    geocoder: geocoderState,
    /** Must be shown with suggestions from the external geocoder. */
    attribution: z.nullable(z.object({ text: z.string(), url: z.string() })),
  }),
});
export type AddressAnswer = z.infer<typeof searchAddresses.response>;
