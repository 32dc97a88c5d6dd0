import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant } from "#shared/http/fields.ts";

/** JSON has no NaN or infinity, and zod accepts neither. */
const finite = z.number();

/** A rotation, as a list of x, y, z, w or by these names. Its length need not be 1: it is normalized for drawing. */
const quaternion = z.union([
  z.array(finite).check(z.minLength(4), z.maxLength(4)),
  z.strictObject({ x: finite, y: finite, z: finite, w: finite }),
]);

export const vibe = z.object({
  quaternion: z.object({ x: z.number(), y: z.number(), z: z.number(), w: z.number() }),
  /** -1 low to 1 high. */
  sentiment: z.number(),
  /** 0 still to 1 wild. */
  intensity: z.number(),
});
export type Vibe = z.infer<typeof vibe>;

const storedVibe = z.object({
  id,
  /** Null when it is not set. */
  state: z.nullable(vibe),
  updatedAt: z.nullable(instant),
});

/** Payload of `vibe-update` on an entity's channel. */
export const vibeUpdate = z.extend(vibe, { entityId: id });
export type VibeUpdate = z.infer<typeof vibeUpdate>;

export const storeVibe = defineEndpoint({
  id: "vibe.store",
  method: "POST",
  path: "/api/vibe_entities",
  summary: "Store how the caller feels, or a community the caller is an admin of.",
  body: z.strictObject({
    id,
    state: z.strictObject({ quaternion, sentiment: finite, intensity: finite }),
  }),
  response: storedVibe,
});

export const getVibe = defineEndpoint({
  id: "vibe.get",
  method: "GET",
  path: "/api/vibe_entities/:entityId",
  summary: "A community's vibe, or the caller's own.",
  params: z.strictObject({ entityId: id }),
  response: storedVibe,
});
