import { createHash, randomBytes } from "node:crypto";
import { MAX_PHOTO_BYTES, photoFolders, type PhotoPurpose } from "#shared/features/photos/contract.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/http/app-error.ts";
import { quotaReached } from "#server/http/limits/quota.ts";
import { storageKeyOf } from "./signed-link.ts";
import { reencodePhoto } from "./reencode.ts";
import { deletePhotoRow, type PhotoRow, reservePhoto, withdrawUnused } from "./repository.ts";

/**
 * Re-encodes a photo and stores it in both sizes. Its row is written first and counts as stored only after `markStored` commits,
 * so anything left by a crash has a row by which the sweep finds it.
 * @throws AppError `too-large` (bytes or pixels), `quota-reached`, `unsupported-media-type`, `invalid-input`, `upstream-failed`,
 *   `insufficient-storage`; then nothing remains, except the row for the sweep if the storage cannot delete either
 */
export async function storePhoto(
  deps: Deps,
  ownerId: string,
  photo: { purpose: PhotoPurpose; bytes: Uint8Array },
): Promise<PhotoRow> {
  if (photo.bytes.length > MAX_PHOTO_BYTES) {
    throw new AppError("too-large", "File size exceeds the maximum limit of 5MB.");
  }
  const name = randomBytes(12).toString("hex");
  const { full, thumb, width, height } = await reencodePhoto(photo.bytes);
  const row: PhotoRow = {
    // Visitors see the path in the photo's address, so it does not name the owner. Older photos have the owner's id as their folder.
    path: `${photoFolders[photo.purpose]}/${name.slice(0, 2)}/${Date.now()}-${name}.webp`,
    ownerId,
    purpose: photo.purpose,
    size: full.length,
    width,
    height,
    sha256: createHash("sha256").update(full).digest("hex"),
  };
  const { userPhotos: photos, userPhotoMb } = deps.config.limits;
  const quota = { photos, photoBytes: userPhotoMb * 1024 * 1024 };
  const missing = await reservePhoto(deps.database.kysely, row, quota);
  if (missing === "photos") throw quotaReached({ kind: "user" }, "photos", photos);
  if (missing === "bytes")
    throw new AppError(
      "quota-reached",
      `Your photos use all ${userPhotoMb} MB you have here. Remove some first.`,
    );
  try {
    await deps.storage.put(storageKeyOf(row.path, "thumb"), thumb);
    await deps.storage.put(storageKeyOf(row.path, "full"), full);
  } catch (cause) {
    await discardPhoto(deps, row.path);
    if (cause instanceof AppError && cause.code === "insufficient-storage") throw cause;
    throw new AppError("upstream-failed", "Failed to upload image. Please try again.", { cause });
  }
  return row;
}

/**
 * Deletes both sizes of a photo, then its row. If a file cannot be deleted now, the row remains, so that a sweep finds it again.
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
    let discarded = 0;
    for (const path of paths) if (await discardPhoto(deps, path)) discarded += 1;
    deleted += discarded;
    // If the storage refuses, the next sweep retries, instead of this one looping forever.
    if (paths.length < BATCH || discarded < paths.length) return deleted;
  }
}
