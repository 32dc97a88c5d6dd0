import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { campSchema } from "./camp.ts";
import type { StreetRef } from "./city.ts";

/** `{festival}Camps` of the specification: every camp of the festival's current year, sorted by id. */
export const listCamps = defineEndpoint({
  id: "map.listCamps",
  method: "GET",
  path: "/api/playaCamps",
  summary: "The camps on the festival map, with coordinates.",
  response: z.array(campSchema),
});

/** A marker on the map, whatever it stands for. `id` is unique over all kinds. */
export type MapItem = {
  id: string;
  kind: "camp" | "resource" | "community";
  name: string;
  latitude: number;
  longitude: number;
  /** What the marker is called aloud: the name, then where it is, "Spoke Asylum, 7:30 & Delight". */
  label: string;
  /** Hex of six digits, to be read on the ground of the theme in use. */
  colour: string;
  street: StreetRef | null;
  time: string | null;
};
