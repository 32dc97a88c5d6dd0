import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant } from "#shared/http/fields.ts";
import { addressKinds } from "./address/address.ts";
import { campCardSchema, campSchema } from "./camps/camp.ts";
import { citySchema } from "./city/city-schema.ts";
import { type StreetRef, streetRefs } from "./city/city.ts";
import type { SignKind } from "./city/services.ts";

/** The specification's `{festival}Camps`: every camp of the festival's current year, sorted by id. */
export const listCamps = defineEndpoint({
  id: "map.listCamps",
  method: "GET",
  path: "/api/playaCamps",
  summary: "The camps on the festival map, with coordinates.",
  response: z.array(campSchema),
});

/** One camp with its offerings and events. Its place is as in the list of all camps, and is withheld before its time as well. */
export const getCamp = defineEndpoint({
  id: "map.getCamp",
  method: "GET",
  path: "/api/playaCamps/:campId",
  summary: "One camp on the map, with its offerings and events.",
  params: z.strictObject({ campId: id }),
  response: z.extend(campSchema, {
    ...campCardSchema.shape,
    /** IANA name of the festival's zone, for its events; UTC when the operator has set none. Missing in responses of an earlier version. */
    timeZone: z.optional(z.string()),
  }),
});

/** A past or future year of a festival. */
export const festivalYear = z
  .string()
  .check(z.regex(/^(?:19[89]\d|20\d\d)$/, "Please give a year of four digits, such as 2024."));

/** Place and time of the festival on the map. */
export const getCity = defineEndpoint({
  id: "map.city",
  method: "GET",
  path: "/api/playaCity",
  summary: "The geometry of the city on the map, its year, and from when on places of camps are told.",
  query: z.strictObject({ year: z.optional(festivalYear) }),
  response: z.object({
    /** Null for the sample festival. */
    year: z.nullable(z.string()),
    /** A year without its own city uses the specification's city, `spec`. */
    city: citySchema,
    /** Camps' places are withheld until then; null when they are public. */
    locationsFrom: z.nullable(instant),
  }),
});

/** Parses an address as people write it. Text that is not an address also gets a response, with that kind and no place. */
export const locateAddress = defineEndpoint({
  id: "map.locate",
  method: "GET",
  path: "/api/playaLocations",
  summary: "What an address of the festival city says, and where that is.",
  query: z.strictObject({
    q: z.string().check(z.maxLength(300, "An address has at most 300 characters.")),
    /** Default: the year on the map. */
    year: z.optional(festivalYear),
  }),
  response: z.object({
    kind: z.enum(addressKinds),
    /** Esplanade or a letter, whatever the street's name in that year. */
    street: z.nullable(z.enum(streetRefs)),
    /** On the city's clock. For plazas, Centre Camp, ring road and inner circle, on the place's own clock. */
    time: z.nullable(z.string()),
    plazaTime: z.nullable(z.string()),
    plazaStreet: z.nullable(z.enum(streetRefs)),
    /** Null when the address names no point of the city. */
    latitude: z.nullable(z.number()),
    longitude: z.nullable(z.number()),
    /** Radius in meters around that point that contains the item with this address in about nine of ten cases. */
    accuracyM: z.nullable(z.number()),
    /** The address with the year's street names; null when there is nothing to write. */
    written: z.nullable(z.string()),
    /** The geometry used: a year, or `spec`. */
    city: z.string(),
  }),
});

/** A marker on the map, of any kind. `id` is unique over all kinds. */
export type MapItem = {
  id: string;
  /** `stack`: resources in the same spot; `art`: the Man and the Temple; `place`: a searched address. */
  kind: "camp" | "resource" | "stack" | "community" | "need" | "art" | "place" | SignKind;
  name: string;
  latitude: number;
  longitude: number;
  /** The marker's accessible name: its name and place, such as "Spoke Asylum, 7:30 & Delight". */
  label: string;
  /** How many resources a stack has. */
  count?: number;
  /** Whether the user has been there. */
  isDiscovered?: boolean;
  /** Whether the user marked it as a favourite. */
  isFavourite?: boolean;
  /** Whether it is highlighted because the newest answer of the chat cites it. */
  isLit?: boolean;
  /** Six-digit hex color, readable on the background of the current theme. */
  colour: string;
  street: StreetRef | null;
  time: string | null;
};
