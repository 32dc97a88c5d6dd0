import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant } from "#shared/http/fields.ts";

/** JSON has no NaN and no infinity, and zod lets neither through. */
const finite = z.number();

/** A rotation, as a list of x, y, z, w or by these names. Need not be of length 1: drawing sees to that. */
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
  /** Null: nobody has said. */
  state: z.nullable(vibe),
  updatedAt: z.nullable(instant),
});

/** What `vibe-update` carries on an entity's channel. */
export const vibeUpdate = z.extend(vibe, { entityId: id });

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
