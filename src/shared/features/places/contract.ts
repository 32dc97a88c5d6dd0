import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { latitude, longitude } from "#shared/http/fields.ts";

export const MIN_ADDRESS_QUESTION = 3;
export const MAX_ADDRESS_QUESTION = 200;
export const MAX_ADDRESS_SUGGESTIONS = 5;
/** @public Pause in typing after which the address field asks, in milliseconds. */
export const ADDRESS_DEBOUNCE_MS = 300;
/** @public Of the address field. */
export const ADDRESS_SEARCH_FAILED = "Failed to fetch address suggestions";

const part = z.nullable(z.string());

/** An address a person may choose, in the words and parts of the specification. */
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
  /** `city`: read from the festival city's own streets; `library`: an address in use here; else from outside. */
  source: z.enum(["city", "library", "geocoder"]),
});
export type AddressSuggestion = z.infer<typeof addressSuggestion>;

/**
 * What became of the question outside: `answered` (now or before), `off` (no geocoder is configured), `on-submit` (this
 * one is only asked when the person presses Enter: send the same call with `submit`), `busy` (too many ask: again in a
 * few seconds), `failed`. In every case the suggestions hold what was found here.
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
    /** The person pressed Enter: an explicit search. */
    submit: z.optional(z.enum(["true"])),
  }),
  response: z.object({
    suggestions: z.array(addressSuggestion).check(z.maxLength(MAX_ADDRESS_SUGGESTIONS)),
    geocoder: geocoderState,
    /** To be shown with suggestions from outside. */
    attribution: z.nullable(z.object({ text: z.string(), url: z.string() })),
  }),
});
export type AddressAnswer = z.infer<typeof searchAddresses.response>;
