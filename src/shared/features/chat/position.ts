import * as z from "zod/mini";
import { instant, latitude, longitude } from "#shared/http/fields.ts";

/** The user's position when a message was sent. It is sent only if the user wants that, used for the answer and not stored. */
export const position = z.strictObject({
  latitude,
  longitude,
  /** Accuracy radius in meters. */
  accuracyM: z.number().check(z.gte(0), z.lte(1_000_000)),
  /** When the device determined it. */
  at: instant,
});
export type SentPosition = z.infer<typeof position>;
