import { MAX_PHOTOS, type PhotoWords, refusePhoto } from "#shared/features/photos/contract.ts";

export type PhotoState =
  | { phase: "shrinking" }
  | { phase: "ready" }
  | { phase: "sending" }
  | { phase: "sent" }
  | { phase: "failed"; message: string };

/** A photo of a form: chosen and not sent yet, or on the server already. */
export interface PickedPhoto {
  readonly id: string;
  /** What is sent: the chosen file, and its shrunk self once there is one; null for one the server has. */
  readonly blob: File | null;
  /** Of one the server has; else null. */
  readonly storedPath: string | null;
  /** An object URL of the chosen file, or the link to the server's. */
  readonly previewUrl: string;
  readonly state: PhotoState;
}

/** Why a chosen file was not taken. */
export interface Refusal {
  readonly name: string;
  readonly message: string;
}

export interface PickerWords extends PhotoWords {
  tooMany: string;
}

/** As the Add Entry form says it. */
export const entryWords: PickerWords = {
  wrongType: "Please upload only image files",
  tooLarge: "Image size should be less than 5MB",
  tooMany: "Maximum 4 photos allowed",
};

/** As the Edit Entry form says it. */
export const editWords: PickerWords = { ...entryWords, wrongType: "Please select valid image files" };

/**
 * Which of the chosen files a form with `held` photos takes, in their order; the others with the reason.
 */
export function chooseFiles(
  held: number,
  files: readonly File[],
  words: PickerWords,
): { taken: File[]; refusals: Refusal[] } {
  const taken: File[] = [];
  const refusals: Refusal[] = [];
  for (const file of files) {
    const wrong = refusePhoto(file, words);
    const message = wrong ?? (held + taken.length < MAX_PHOTOS ? null : words.tooMany);
    if (message === null) taken.push(file);
    else refusals.push({ name: file.name, message });
  }
  return { taken, refusals };
}

/** The photos with one of them moved to a place; past either end is the end. */
export function movePhoto(photos: readonly PickedPhoto[], id: string, to: number): readonly PickedPhoto[] {
  const moved = photos.find((photo) => photo.id === id);
  if (moved === undefined) return photos;
  const others = photos.filter((photo) => photo !== moved);
  return others.toSpliced(Math.max(0, to), 0, moved);
}

/** Those that are still to be sent. */
export function newPhotos(photos: readonly PickedPhoto[]): { id: string; blob: File }[] {
  return photos.flatMap(({ id, blob }) => (blob === null ? [] : [{ id, blob }]));
}
