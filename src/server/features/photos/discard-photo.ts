import type { Deps } from "#server/deps.ts";
import { storageKeyOf } from "./photo-key.ts";
import { deletePhotoRow } from "./repository.ts";

/**
 * Deletes both sizes of a photo, then its row. If a file cannot be deleted now, the row stays, so that a sweep finds it again.
 * @returns whether it is deleted
 */
export async function discardPhoto(deps: Deps, path: string): Promise<boolean> {
  try {
    await deps.storage.delete(storageKeyOf(path, "thumb"));
    await deps.storage.delete(storageKeyOf(path, "full"));
    await deletePhotoRow(deps.database.kysely, path);
    return true;
  } catch (cause) {
    deps.log.warn({ path, err: cause }, "a photo could not be deleted yet");
    return false;
  }
}
