import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant } from "#shared/http/fields.ts";
import { addressKinds } from "./address/address.ts";
import { campCardSchema, campSchema } from "./camps/camp.ts";
import { citySchema, type StreetRef, streetRefs } from "./city/city.ts";

/** `{festival}Camps` of the specification: every camp of the festival's current year, sorted by id. */
export const listCamps = defineEndpoint({
  id: "map.listCamps",
  method: "GET",
  path: "/api/playaCamps",
  summary: "The camps on the festival map, with coordinates.",
  response: z.array(campSchema),
});

/** One camp with what it offers and when; the same place, or none before its time, as in the list of all camps. */
export const getCamp = defineEndpoint({
  id: "map.getCamp",
  method: "GET",
  path: "/api/playaCamps/:campId",
  summary: "One camp on the map, with its offerings and events.",
  params: z.strictObject({ campId: id }),
  response: z.extend(campSchema, campCardSchema.shape),
});

/** A year a festival may have had or will have. */
export const festivalYear = z
  .string()
  .check(z.regex(/^(?:19[89]\d|20\d\d)$/, "Please give a year of four digits, such as 2024."));

/** Where and when the festival on the map is. */
export const getCity = defineEndpoint({
  id: "map.city",
  method: "GET",
  path: "/api/playaCity",
  summary: "The geometry of the city on the map, its year, and from when on places of camps are told.",
  query: z.strictObject({ year: z.optional(festivalYear) }),
  response: z.object({
    /** Null: the sample festival. */
    year: z.nullable(z.string()),
    /** A year without a city of its own has the one of the specification, `spec`. */
    city: citySchema,
    /** Places of camps are withheld until then; null: they are told. */
    locationsFrom: z.nullable(instant),
  }),
});

/** Reads an address as people write it. Text that is none is an answer too: its kind says so and it has no place. */
export const locateAddress = defineEndpoint({
  id: "map.locate",
  method: "GET",
  path: "/api/playaLocations",
  summary: "What an address of the festival city says, and where that is.",
  query: z.strictObject({
    q: z.string().check(z.maxLength(300, "An address has at most 300 characters.")),
    /** Without it the year on the map. */
    year: z.optional(festivalYear),
  }),
  response: z.object({
    kind: z.enum(addressKinds),
    /** Esplanade or a letter, whatever the street is called in that year. */
    street: z.nullable(z.enum(streetRefs)),
    /** On the city's clock; on the place's own for plazas, Centre Camp, ring road and inner circle. */
    time: z.nullable(z.string()),
    plazaTime: z.nullable(z.string()),
    plazaStreet: z.nullable(z.enum(streetRefs)),
    /** Null when the address names no point of the city. */
    latitude: z.nullable(z.number()),
    longitude: z.nullable(z.number()),
    /** How far from there, in metres, what has this address stands at most in about nine of ten cases. */
    accuracyM: z.nullable(z.number()),
    /** The address with the year's street names; null when there is nothing to say. */
    written: z.nullable(z.string()),
    /** The geometry used: a year, or `spec`. */
    city: z.string(),
  }),
});

/** A marker on the map, whatever it stands for. `id` is unique over all kinds. */
export type MapItem = {
  id: string;
  kind: "camp" | "resource" | "community" | "need" | "art";
  name: string;
  latitude: number;
  longitude: number;
  /** What the marker is called aloud: the name, then where it is, "Spoke Asylum, 7:30 & Delight". */
  label: string;
  /** The person has been there. */
  isDiscovered?: boolean;
  /** Hex of six digits, to be read on the ground of the theme in use. */
  colour: string;
  street: StreetRef | null;
  time: string | null;
};
