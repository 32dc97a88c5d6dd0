import * as z from "zod/mini";
import { serviceKinds, streetRefs } from "./city.ts";
import { parseClock } from "./clock.ts";

// Apart from the city's rules: they draw a page's small maps, which check no files.

const geoPointSchema = z.strictObject({
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180)),
});

const clockTime = z.string().check(z.refine((text) => parseClock(text) !== null, "must be a time like 7:30"));
const metres = z.number().check(z.nonnegative());
const streetRef = z.enum(streetRefs);

/**
 * A city is one JSON file: rings around a center, read like a clock. All lengths are in meters; ring radii run from the center to the
 * middle of the street. `arc` is the clockwise stretch on which streets are built.
 */
export const citySchema = z.strictObject({
  /** The year, or `spec`. */
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  /** Source of the figures, for people. */
  source: z.optional(z.string().check(z.maxLength(500))),
  centre: geoPointSchema,
  /** Compass bearing of 12:00, in degrees clockwise from true north. */
  bearing12: z.number(),
  metresPerDegree: z.strictObject({ latitude: metres, longitude: metres }),
  arc: z.strictObject({ from: clockTime, to: clockTime }),
  /** Ascending by radius. */
  streets: z
    .array(
      z.strictObject({
        ref: streetRef,
        name: z.string().check(z.minLength(1), z.maxLength(60)),
        radius: metres,
        width: metres,
      }),
    )
    .check(z.minLength(2)),
  radialWidth: metres,
  plazas: z.array(z.strictObject({ time: clockTime, street: streetRef })),
  plazaRadius: metres,
  centreCamp: z.strictObject({
    time: clockTime,
    distance: metres,
    plazaRadius: metres,
    ringRoadRadius: metres,
  }),
  landmarks: z.strictObject({
    temple: z.strictObject({ time: clockTime, distance: metres }),
    airport: z.strictObject({ time: clockTime, distance: metres }),
    gate: z.strictObject({ time: clockTime, distance: metres }),
  }),
  /** A regular polygon around the center. */
  fence: z.strictObject({ points: z.int().check(z.gte(3)), radius: metres, firstPoint: clockTime }),
  bounds: z.strictObject({ southWest: geoPointSchema, northEast: geoPointSchema }),
  /** Places of the city's own services, as far as they are known. */
  services: z.optional(
    z.array(
      z.strictObject({
        kind: z.enum(serviceKinds),
        name: z.string().check(z.minLength(1), z.maxLength(60)),
        address: z.string().check(z.minLength(1), z.maxLength(80)),
        /** "day and night"; empty when unknown. */
        hours: z.string().check(z.maxLength(60)),
      }),
    ),
  ),
});
