import { useEffect, useRef, useState } from "react";
import { MAX_PHOTOS, type PhotoWords } from "#shared/features/photos/contract.ts";
import { newId } from "#shared/id.ts";
import { refusePhotoFile } from "#web/lib/refuse-photo-file.ts";
import { openDraftPhoto } from "#web/offline/drafts/use-draft-photos.ts";
import { shrinkPhoto } from "./shrink-photo.ts";

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

export interface PickedPhotos {
  readonly photos: readonly PickedPhoto[];
  /** Files of the last selection that were rejected. */
  readonly refusals: readonly Refusal[];
  /** Whether a photo is still being read or scaled down; the form should wait before it submits. */
  readonly isShrinking: boolean;
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  /** @param to index in the list, from 0 */
  move: (id: string, to: number) => void;
  /** Shows the photos of a stored draft instead of those that are not on the server, while they are opened, too. */
  restore: (ids: readonly string[]) => void;
  /** Called by the form to show the progress of sending a photo. */
  mark: (id: string, state: PhotoState) => void;
}

const UNREADABLE = "This picture could not be read. Please choose another.";

/** A photo that was chosen and scaled down before. */
interface ReadyPhoto {
  readonly id: string;
  readonly blob: File;
  /** The reason why it could not be sent. */
  readonly problem?: string | null;
}

/** A photo that is already on the server. */
interface StoredPhoto {
  readonly path: string;
  readonly thumbUrl: string;
}

export type InitialPhoto = ReadyPhoto | StoredPhoto;

/**
 * The photos of one form: chosen, validated, scaled down one after the other, in the user's order.
 * @param initial read once
 */
export function usePickedPhotos(words: PickerWords, initial: readonly InitialPhoto[] = []): PickedPhotos {
  const [photos, setPhotos] = useState<readonly PickedPhoto[]>(() => initial.map(pickedFrom));
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  /** Number of selections whose files are being read. */
  const [reading, setReading] = useState(0);
  const held = useRef(0);

  useEffect(() => {
    held.current = photos.length;
  }, [photos]);

  function change(id: string, edit: Partial<PickedPhoto>): void {
    setPhotos((current) => current.map((photo) => (photo.id === id ? { ...photo, ...edit } : photo)));
  }

  async function shrinkInTurn(added: readonly PickedPhoto[]): Promise<void> {
    // One at a time: a decoded phone photo takes 50 to 200 MB of memory.
    for (const { id, blob } of added)
      if (blob !== null) change(id, { blob: await shrinkPhoto(blob), state: { phase: "ready" } });
  }

  function restore(ids: readonly string[]): void {
    setPhotos((current) => [
      ...current.filter(({ id, storedPath }) => storedPath !== null || ids.includes(id)),
      ...ids
        .filter((id) => current.every((photo) => photo.id !== id))
        .map((id) => ({ ...pickedFrom({ id, blob: null }), state: { phase: "shrinking" as const } })),
    ]);
    for (const id of ids)
      void openDraftPhoto(id).then((blob) => {
        if (blob !== null) return change(id, { blob, state: { phase: "ready" } });
        setPhotos((current) => current.filter((photo) => photo.id !== id || photo.blob !== null));
        setRefusals([{ name: "", message: LOST_PHOTO }]);
      });
  }

  async function add(files: readonly File[]): Promise<void> {
    setReading((count) => count + 1);
    const chosen = await Promise.all(
      files.map(async (file) => ({
        file,
        problem: await refusePhotoFile(file, words).catch(() => UNREADABLE),
      })),
    );
    const choice = chooseFiles(held.current, chosen, words);
    held.current += choice.taken.length;
    const added = choice.taken.map((file) => ({
      id: newId(),
      blob: file,
      storedPath: null,
      storedUrl: null,
      state: { phase: "shrinking" as const },
    }));
    setRefusals(choice.refusals);
    setPhotos((current) => [...current, ...added]);
    setReading((count) => count - 1);
    await shrinkInTurn(added);
  }

  return {
    photos,
    refusals,
    isShrinking: reading > 0 || photos.some((photo) => photo.state.phase === "shrinking"),
    add: (files) => void add(files),
    restore,
    remove(id) {
      setRefusals([]);
      setPhotos((current) => current.filter((photo) => photo.id !== id));
    },
    move: (id, to) => setPhotos((current) => movePhoto(current, id, to)),
    mark: (id, state) => change(id, { state }),
  };
}

function pickedFrom(photo: InitialPhoto | { id: string; blob: null }): PickedPhoto {
  if ("path" in photo) {
    const { path, thumbUrl } = photo;
    return { id: path, blob: null, storedPath: path, storedUrl: thumbUrl, state: { phase: "ready" } };
  }
  const { id, blob, problem } = { problem: null, ...photo };
  const state: PhotoState = problem === null ? { phase: "ready" } : { phase: "failed", message: problem };
  return { id, blob, storedPath: null, storedUrl: null, state };
}
