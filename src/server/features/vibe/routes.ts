import type * as z from "zod/mini";
import { getVibe, storeVibe, type vibeUpdate } from "#shared/features/vibe/contract.ts";
import { publishToEntity } from "#server/events/publish.ts";
import { authorizeChange } from "#server/features/communities/people/authorize.ts";
import { findCommunityRecord } from "#server/features/communities/repository.ts";
import { findVibe, saveVibe, type StoredVibe } from "./repository.ts";
import { type Route, route } from "#server/http/route.ts";

export const vibeRoutes: Route[] = [
  route(
    storeVibe,
    // The user's own vibe, or that of a community they are an admin of.
    {
      who: "session",
      object: { allow: ["owner", "admin"], denied: "forbidden" },
      limits: [{ by: "session", max: 30, windowMs: 60_000 }],
    },
    async ({ actor, body, db }) => {
      const { id, state } = body;
      if (id !== actor.userId) await authorizeChange(db, actor, id);
      const { quaternion } = state;
      const [x = 0, y = 0, z = 0, w = 1] = Array.isArray(quaternion)
        ? quaternion
        : [quaternion.x, quaternion.y, quaternion.z, quaternion.w];
      const { sentiment, intensity } = state;
      const stored = { quaternion: { x, y, z, w }, sentiment, intensity };
      await saveVibe(db, id, stored);
      const data = { entityId: id, ...stored } satisfies z.infer<typeof vibeUpdate>;
      await publishToEntity(db, id, { event: "vibe-update", data });
      return vibeView(id, await findVibe(db, id));
    },
  ),
  route(getVibe, { who: "public" }, async ({ actor, params, db }) => {
    const { entityId } = params;
    const isSeen = entityId === actor?.userId || (await findCommunityRecord(db, entityId)) !== null;
    // Another user's vibe, and one of an unknown id, look the same as a vibe that was never set.
    return vibeView(entityId, isSeen ? await findVibe(db, entityId) : null);
  }),
];

function vibeView(id: string, stored: StoredVibe | null) {
  return { id, state: stored?.state ?? null, updatedAt: stored?.updatedAt.toISOString() ?? null };
}
