import { photoKindOfFile } from "#shared/features/photos/photo-signature.ts";
import { inDatabase } from "../database.ts";
import { fromStored, toStored } from "../stored-bytes.ts";
import { SHARED_FACT } from "../user/phone-user.ts";

/** Content shared by another app. It stays on this device until the user chooses how to use it. */
export interface Shared {
  text: string;
  photos: File[];
}

/** Text in UTF-16 units: the longest message. Photos: as many as a library entry may have. */
const MAX_TEXT = 8000;
const MAX_PHOTOS = 4;
/** A phone's photo, before it is shrunk. */
const MAX_PHOTO_BYTES = 50 * 1024 * 1024;

/** Stores a shared form in place of anything shared before. @param form as defined by the manifest's `share_target` */
export async function storeShared(form: FormData): Promise<void> {
  const words = ["title", "text", "url"]
    .map((name) => form.get(name))
    .filter((value) => typeof value === "string");
  const photos: File[] = [];
  for (const file of form.getAll("photos"))
    if (file instanceof File && (await isPhoto(file))) photos.push(file);
  const shared: Shared = { text: joinWords(words), photos: photos.slice(0, MAX_PHOTOS) };
  const stored = await toStored(shared);
  await inDatabase((database) => database.put("facts", stored, SHARED_FACT));
}

/** A photo of an unsupported format counts: the form that takes it explains the remedy. */
async function isPhoto(file: File): Promise<boolean> {
  if (file.size === 0 || file.size > MAX_PHOTO_BYTES) return false;
  return file.type.startsWith("image/") || (await photoKindOfFile(file)) !== null;
}

/** The shared content; null when there is none, or when it has been used. */
export async function readShared(): Promise<Shared | null> {
  const stored = await inDatabase((database) => database.get("facts", SHARED_FACT));
  // Nothing else is written there.
  return stored === undefined ? null : (fromStored(stored) as Shared);
}

export async function forgetShared(): Promise<void> {
  await inDatabase((database) => database.delete("facts", SHARED_FACT));
}

/** Joins the text fields of a share. Apps repeat text in several fields: parts contained in another one are left out. */
export function joinWords(words: readonly string[]): string {
  const parts = words.map((word) => word.trim()).filter((word) => word !== "");
  const filled = parts.filter(
    (part, index) =>
      !parts.some((other, at) => at !== index && other.includes(part) && (other !== part || at < index)),
  );
  return filled.join("\n").slice(0, MAX_TEXT).toWellFormed();
}
