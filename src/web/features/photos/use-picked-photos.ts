import { useEffect, useRef, useState } from "react";
import { refusePhotoFile } from "#web/lib/refuse-photo-file.ts";
import { newId } from "#shared/id.ts";
import {
  chooseFiles,
  movePhoto,
  type PhotoState,
  type PickedPhoto,
  type PickerWords,
  type Refusal,
} from "./picked-photos.ts";
import { shrinkPhoto } from "./shrink-photo.ts";

export interface PickedPhotos {
  readonly photos: readonly PickedPhoto[];
  /** Files of the last choice that were not accepted. */
  readonly refusals: readonly Refusal[];
  /** Whether a photo is still being shrunk: the form should wait before it submits. */
  readonly isShrinking: boolean;
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  /** @param to index in the list, from 0 */
  move: (id: string, to: number) => void;
  /** Called by the form to show the progress of sending a photo. */
  mark: (id: string, state: PhotoState) => void;
}

/** A photo that was chosen and shrunk before. */
interface ReadyPhoto {
  readonly id: string;
  readonly blob: File;
  /** Why it could not be sent. */
  readonly problem?: string | null;
}

/** A photo that is already on the server. */
interface StoredPhoto {
  readonly path: string;
  readonly thumbUrl: string;
}

export type InitialPhoto = ReadyPhoto | StoredPhoto;

/**
 * The photos of one form: chosen, validated, shrunk one after the other, in the user's order.
 * @param initial read once
 */
export function usePickedPhotos(words: PickerWords, initial: readonly InitialPhoto[] = []): PickedPhotos {
  const [photos, setPhotos] = useState<readonly PickedPhoto[]>([]);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const previews = usePreviews();
  const first = useRef(initial);

  useEffect(() => {
    setPhotos(first.current.map((photo) => pickedFrom(photo, previews)));
  }, [previews]);

  function change(id: string, edit: Partial<PickedPhoto>): void {
    setPhotos((current) => current.map((photo) => (photo.id === id ? { ...photo, ...edit } : photo)));
  }

  function drop(id: string, previewUrl: string): void {
    previews.close(previewUrl);
    setPhotos((current) => current.filter((photo) => photo.id !== id));
  }

  async function shrinkInTurn(added: readonly PickedPhoto[]): Promise<void> {
    // One at a time: a decoded phone photo takes 50 to 200 MB of memory.
    for (const { id, blob, previewUrl } of added) {
      if (blob === null) continue;
      const message = await refusePhotoFile(blob, words);
      if (message === null) change(id, { blob: await shrinkPhoto(blob), state: { phase: "ready" } });
      else {
        drop(id, previewUrl);
        setRefusals((current) => [...current, { name: blob.name, message }]);
      }
    }
  }

  return {
    photos,
    refusals,
    isShrinking: photos.some((photo) => photo.state.phase === "shrinking"),
    add(files) {
      const choice = chooseFiles(photos.length, files, words);
      const added = choice.taken.map((file) => ({
        id: newId(),
        blob: file,
        storedPath: null,
        previewUrl: previews.open(file),
        state: { phase: "shrinking" as const },
      }));
      setRefusals(choice.refusals);
      setPhotos((current) => [...current, ...added]);
      void shrinkInTurn(added);
    },
    remove(id) {
      const removed = photos.find((photo) => photo.id === id);
      setRefusals([]);
      if (removed !== undefined) drop(id, removed.previewUrl);
    },
    move: (id, to) => setPhotos((current) => movePhoto(current, id, to)),
    mark: (id, state) => change(id, { state }),
  };
}

function pickedFrom(photo: InitialPhoto, previews: Previews): PickedPhoto {
  if ("path" in photo) {
    const { path, thumbUrl } = photo;
    return { id: path, blob: null, storedPath: path, previewUrl: thumbUrl, state: { phase: "ready" } };
  }
  const { id, blob, problem = null } = photo;
  const state: PhotoState = problem === null ? { phase: "ready" } : { phase: "failed", message: problem };
  return { id, blob, storedPath: null, previewUrl: previews.open(blob), state };
}

/** Object URLs hold their file in memory until they are revoked: at the latest when the form is unmounted. */
function usePreviews(): Previews {
  const [previews] = useState(createPreviews);
  useEffect(() => () => previews.closeAll(), [previews]);
  return previews;
}

type Previews = ReturnType<typeof createPreviews>;

function createPreviews() {
  const urls = new Set<string>();
  return {
    open(file: File): string {
      const url = URL.createObjectURL(file);
      urls.add(url);
      return url;
    },
    close(url: string): void {
      URL.revokeObjectURL(url);
      urls.delete(url);
    },
    closeAll(): void {
      for (const url of urls) URL.revokeObjectURL(url);
      urls.clear();
    },
  };
}
