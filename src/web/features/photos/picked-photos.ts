import { MAX_PHOTOS, type PhotoWords } from "#shared/features/photos/contract.ts";

export type PhotoState =
  | { phase: "shrinking" }
  | { phase: "ready" }
  | { phase: "sending" }
  | { phase: "sent" }
  | { phase: "failed"; message: string };

/** A photo of a form: chosen and not sent yet, or already on the server. */
export interface PickedPhoto {
  readonly id: string;
  /** The file to send: the chosen one, or its scaled-down copy once available; null for a photo on the server. */
  readonly blob: File | null;
  /** Path on the server; null for a photo that is not uploaded yet. */
  readonly storedPath: string | null;
  /** The server's link to it; null for a photo that is not uploaded yet. */
  readonly storedUrl: string | null;
  readonly state: PhotoState;
}

/** The reason why a chosen file was rejected. */
export interface Refusal {
  readonly name: string;
  readonly message: string;
}

export interface PickerWords extends PhotoWords {
  tooMany: string;
}

/** Messages of the Add Entry form. */
export const entryWords: PickerWords = {
  wrongType: "Please upload only image files",
  tooLarge: "Image size should be less than 5MB",
  tooMany: "Maximum 4 photos allowed",
};

/** Messages of the Edit Entry form. */
export const editWords: PickerWords = { ...entryWords, wrongType: "Please select valid image files" };

/** A photo of a draft that this device could not store. */
export const LOST_PHOTO = "Your photo was not saved with the rest. Please choose it again.";

/** A chosen file, and the reason why it is rejected regardless of the other files. */
export interface ChosenFile {
  readonly file: File;
  readonly problem: string | null;
}

/** The chosen files that a form with `held` photos accepts, in order, and the others with the reason. */
export function chooseFiles(
  held: number,
  files: readonly ChosenFile[],
  words: PickerWords,
): { taken: File[]; refusals: Refusal[] } {
  const taken: File[] = [];
  const refusals: Refusal[] = [];
  for (const { file, problem } of files) {
    const message = problem ?? (held + taken.length < MAX_PHOTOS ? null : words.tooMany);
    if (message === null) taken.push(file);
    else refusals.push({ name: file.name, message });
  }
  return { taken, refusals };
}

/** The photos with one moved to an index, clamped to both ends. */
export function movePhoto(photos: readonly PickedPhoto[], id: string, to: number): readonly PickedPhoto[] {
  const moved = photos.find((photo) => photo.id === id);
  if (moved === undefined) return photos;
  const others = photos.filter((photo) => photo !== moved);
  return others.toSpliced(Math.max(0, to), 0, moved);
}

/** The photos that are not sent yet. */
export function newPhotos(photos: readonly Pick<PickedPhoto, "id" | "blob">[]): { id: string; blob: File }[] {
  return photos.flatMap(({ id, blob }) => (blob === null ? [] : [{ id, blob }]));
}

/** The photos that are not on the server, for the form's draft: a file only once it is scaled down. */
export function draftPhotos(photos: readonly PickedPhoto[]): { id: string; blob: File | null }[] {
  return photos
    .filter(({ storedPath }) => storedPath === null)
    .map(({ id, blob, state }) => ({ id, blob: state.phase === "shrinking" ? null : blob }));
}

/** Names the photo that was not uploaded, with the reason. @param reason the server's sentence */
export function uploadFailure({ name }: File, reason = "It was refused."): string {
  return `Failed to upload ${name}. ${reason.replace("Failed to upload image. ", "")}`;
}
