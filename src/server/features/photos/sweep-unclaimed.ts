import type { Deps } from "#server/deps.ts";
import { discardPhoto } from "./discard-photo.ts";
import { withdrawUnused } from "./repository.ts";

const BATCH = 100;

/**
 * Deletes photos that nothing has shown since `before`: uploads never attached, photos taken out of what showed them, and
 * what a crash left half stored. Leave a day or more: a form may stay open, and an entry may wait in the outbox behind its
 * photo.
 * @returns how many were deleted
 */
export async function sweepUnclaimed(deps: Deps, before: Date): Promise<number> {
  let deleted = 0;
  while (true) {
    const paths = await withdrawUnused(deps.database.kysely, before, BATCH);
    let gone = 0;
    for (const path of paths) if (await discardPhoto(deps, path)) gone += 1;
    deleted += gone;
    // A storage that refuses is asked again by the next sweep, not in a circle.
    if (paths.length < BATCH || gone < paths.length) return deleted;
  }
}
