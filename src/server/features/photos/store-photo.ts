import { createHash } from "node:crypto";
import { MAX_PHOTO_BYTES, type PhotoPurpose } from "#shared/features/photos/contract.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/http/app-error.ts";
import { quotaReached } from "#server/http/limits/quota.ts";
import { discardPhoto } from "./discard-photo.ts";
import { newPhotoPath, storageKeyOf } from "./photo-key.ts";
import { reencodePhoto } from "./reencode.ts";
import { type PhotoRow, reservePhoto } from "./repository.ts";

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
  const { full, thumb, width, height } = await reencodePhoto(photo.bytes);
  const row: PhotoRow = {
    path: newPhotoPath(photo.purpose, ownerId),
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
