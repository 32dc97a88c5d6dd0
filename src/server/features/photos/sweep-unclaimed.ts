import type { Deps } from "#server/deps.ts";
import { discardPhoto } from "./discard-photo.ts";
import { withdrawUnused } from "./repository.ts";

const BATCH = 100;

/**
 * Deletes photos that were not used since `before`: uploads never attached, photos removed from their object, and partial uploads
 * of a crash. Leave at least a day: a form may stay open, and an entry may wait in the outbox behind its photo.
 * @returns the number deleted
 */
export async function sweepUnclaimed(deps: Deps, before: Date): Promise<number> {
  let deleted = 0;
  while (true) {
    const paths = await withdrawUnused(deps.database.kysely, before, BATCH);
    let gone = 0;
    for (const path of paths) if (await discardPhoto(deps, path)) gone += 1;
    deleted += gone;
    // If the storage refuses, the next sweep retries, instead of this one looping forever.
    if (paths.length < BATCH || gone < paths.length) return deleted;
  }
}
