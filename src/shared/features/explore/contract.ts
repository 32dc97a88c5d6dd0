import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant, text } from "#shared/http/fields.ts";

export const MAX_NOTE = 2_000;
/** The maximum number of places in one call. A walk past more of them takes several calls. */
export const MAX_DISCOVERIES_PER_CALL = 50;

/** A user's favorite and note of a camp. */
const campMark = z.object({
  campId: id,
  isFavourite: z.boolean(),
  note: z.string(),
  updatedAt: instant,
  /** The camp's name, also after it left the map; null when unknown. Only in the list. */
  campName: z.optional(z.nullable(z.string())),
});
export type CampMark = z.infer<typeof campMark>;

export const listCampMarks = defineEndpoint({
  id: "explore.camp-marks",
  method: "GET",
  path: "/api/camp-marks",
  summary: "The caller's own favourites and notes, the latest change first.",
  response: z.object({ marks: z.array(campMark) }),
});

export const markCamp = defineEndpoint({
  id: "explore.mark-camp",
  method: "PUT",
  path: "/api/camp-marks/:campId",
  summary:
    "Make a camp a favourite or note something about it. What is not given stays; a mark that says nothing any more is gone.",
  params: z.strictObject({ campId: id }),
  body: z.strictObject({
    isFavourite: z.optional(z.boolean()),
    note: z.optional(text(MAX_NOTE, `A note has at most ${MAX_NOTE.toLocaleString("en")} characters.`)),
  }),
  response: campMark,
});

export const discoveryKinds = ["camp", "community", "art"] as const;
export type DiscoveryKind = (typeof discoveryKinds)[number];

const discovery = z.object({ kind: z.enum(discoveryKinds), id, discoveredAt: instant });
export type Discovery = z.infer<typeof discovery>;

export const listDiscoveries = defineEndpoint({
  id: "explore.discoveries",
  method: "GET",
  path: "/api/discoveries",
  summary: "The places the caller has been to, the latest first. Companions met are with the companions.",
  response: z.object({ discoveries: z.array(discovery) }),
});

export const addDiscoveries = defineEndpoint({
  id: "explore.discover",
  method: "POST",
  path: "/api/discoveries",
  summary:
    "Places the caller has come to. Each counts once, with its first time; what there is not is passed over. The position itself is never sent.",
  body: z.strictObject({
    places: z
      .array(z.strictObject({ kind: z.enum(discoveryKinds), id, discoveredAt: z.optional(instant) }))
      .check(z.minLength(1), z.maxLength(MAX_DISCOVERIES_PER_CALL)),
  }),
  response: z.object({ discovered: z.array(discovery) }),
});
