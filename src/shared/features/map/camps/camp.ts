import * as z from "zod/mini";
import { filledText, id, instant, latitude, longitude, text } from "#shared/http/fields.ts";

/** A camp's official address in parts, as in the public camp data. */
const playaLocationSchema = z.object({
  /** The street the camp fronts on, a letter or a time. */
  frontage: z.nullable(text(80)),
  intersection: z.nullable(text(80)),
  intersection_type: z.nullable(text(10)),
  /** Frontage by depth in feet, "75 x 110". */
  dimensions: z.nullable(text(40)),
  /** "Corner - facing man & 2:00", "Mid-block facing mountain". */
  exact_location: z.nullable(text(120)),
});
export type PlayaLocation = z.infer<typeof playaLocationSchema>;

/** How a camp's coordinates were determined, and the radius in meters that contains it in about nine of ten cases. */
const placementSchema = z.object({
  method: z.enum(["given", "plot", "address"]),
  accuracyM: z.number().check(z.nonnegative()),
});
export type Placement = z.infer<typeof placementSchema>;

/** A camp on the festival map. Coordinates and placement are null when its address names no point of the city. */
export const campSchema = z.object({
  id,
  name: filledText(200),
  description: z.nullable(text(5_000)),
  hometown: z.nullable(text(200)),
  landmark: z.nullable(text(1_000)),
  url: z.nullable(z.url({ protocol: /^https?$/, hostname: z.regexes.hostname }).check(z.maxLength(500))),
  contact_email: z.nullable(z.email().check(z.maxLength(254))),
  latitude: z.nullable(latitude),
  longitude: z.nullable(longitude),
  location_string: z.nullable(text(300)),
  year: z.string().check(z.regex(/^\d{4}$/)),
  /** Hex color derived from the street. */
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  playa_location: z.nullable(playaLocationSchema),
  placement: z.nullable(placementSchema),
});
export type Camp = z.infer<typeof campSchema>;

export const MAX_OFFERINGS = 50;
export const MAX_EVENTS = 200;

/** A camp's offerings and events. Shown on its card, and too long for the list of all camps. */
export const campCardSchema = z.object({
  offerings: z
    .array(z.object({ title: filledText(200), description: z.nullable(text(2_000)) }))
    .check(z.maxLength(MAX_OFFERINGS)),
  events: z
    .array(
      z.object({
        title: filledText(200),
        description: z.nullable(text(2_000)),
        start: z.nullable(instant),
        end: z.nullable(instant),
        /** Only its date counts, not the time of day. Missing in camps imported by an earlier version. */
        isAllDay: z.optional(z.boolean()),
      }),
    )
    .check(z.maxLength(MAX_EVENTS)),
});
export type CampCard = z.infer<typeof campCardSchema>;
