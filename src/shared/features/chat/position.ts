import * as z from "zod/mini";
import { instant, latitude, longitude } from "#shared/http/fields.ts";

/** The user's position when a message was sent. It is sent only with the user's consent, used for the answer and never stored. */
export const position = z.strictObject({
  latitude,
  longitude,
  /** Accuracy radius in meters. */
  accuracyM: z.number().check(z.gte(0), z.lte(1_000_000)),
  /** When the device determined it. */
  at: instant,
});
export type SentPosition = z.infer<typeof position>;
