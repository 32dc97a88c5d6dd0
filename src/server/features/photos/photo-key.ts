import { randomBytes } from "node:crypto";
import { photoFolders, type PhotoPurpose } from "#shared/features/photos/contract.ts";

export type PhotoSize = "full" | "thumb";

/** Folder, user, time (milliseconds since 1970) and 96 random bits. */
export function newPhotoPath(purpose: PhotoPurpose, ownerId: string, now: number = Date.now()): string {
  return `${photoFolders[purpose]}/${ownerId}/${now}-${randomBytes(12).toString("hex")}.webp`;
}

/** Storage key of a size of the photo. */
export function storageKeyOf(path: string, size: PhotoSize): string {
  return size === "full" ? path : path.replace(/\.webp$/, ".thumb.webp");
}
