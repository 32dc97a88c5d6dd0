import type { VersionPhoto } from "#shared/outbox/conflict.ts";
import { findBody } from "#web/offline/outbox/outbox.ts";
import { isReadable } from "#web/offline/stored-bytes.ts";
import { fileOf } from "./file-of-upload.ts";
import type { RowPhoto } from "./photo-row.tsx";

/** The file of an upload that is queued, or that a queued write still needs; null when it is missing on this device. */
export async function openStoredPhoto(uploadId: string): Promise<File | null> {
  const file = fileOf(await findBody(uploadId));
  return file !== null && (await isReadable(file)) ? file : null;
}

/** Opens a photo for display; those not sent yet are read from this device. */
export async function openVersionPhoto(photo: VersionPhoto): Promise<RowPhoto> {
  return "uploadId" in photo
    ? { id: photo.uploadId, blob: await openStoredPhoto(photo.uploadId), url: null }
    : { id: photo.path, blob: null, url: photo.thumbUrl };
}
