import { openDatabase } from "../database.ts";
import { SHARED_FACT } from "../user/phone-user.ts";

/** What another app has handed over: on this device only, until its person says what it becomes. */
export interface Shared {
  text: string;
  photos: File[];
}

/** In UTF-16 units: as long as a message may be. As many photos as a library entry may have. */
const MAX_TEXT = 8000;
const MAX_PHOTOS = 4;
/** A photo of a phone, before it is shrunk. */
const MAX_PHOTO_BYTES = 50 * 1024 * 1024;

/** Keeps what a form brings, in place of what was shared before. @param form as the manifest's `share_target` says */
export async function storeShared(form: FormData): Promise<void> {
  const words = ["title", "text", "url"]
    .map((name) => form.get(name))
    .filter((value) => typeof value === "string");
  const photos = form
    .getAll("photos")
    .filter((value) => value instanceof File)
    .filter(({ type, size }) => type.startsWith("image/") && size > 0 && size <= MAX_PHOTO_BYTES)
    .slice(0, MAX_PHOTOS);
  const shared: Shared = { text: joinWords(words), photos };
  await (await openDatabase()).put("facts", shared, SHARED_FACT);
}

/** Null when nothing was shared, or it has become something. */
export async function readShared(): Promise<Shared | null> {
  const kept = await (await openDatabase()).get("facts", SHARED_FACT);
  // Nothing else is written there.
  return kept === undefined ? null : (kept as Shared);
}

export async function forgetShared(): Promise<void> {
  await (await openDatabase()).delete("facts", SHARED_FACT);
}

/** Apps say one thing in several fields: what another part holds already is left out. */
export function joinWords(words: readonly string[]): string {
  const parts = words.map((word) => word.trim()).filter((word) => word !== "");
  const kept = parts.filter(
    (part, index) =>
      !parts.some((other, at) => at !== index && other.includes(part) && (other !== part || at < index)),
  );
  return kept.join("\n").slice(0, MAX_TEXT).toWellFormed();
}
