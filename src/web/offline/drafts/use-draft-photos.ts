import { useEffect, useRef } from "react";
import { readDraftPhoto, saveDraftPhoto } from "./draft-photos.ts";

interface DraftPhoto {
  readonly id: string;
  /** Null while it is not ready to be stored. */
  readonly blob: File | null;
}

/**
 * Stores the chosen photos of a form on this device for `useFormDraft`.
 * @param photos the same array until they change; null stores nothing
 * @returns the `photos` of the form's words
 */
export function useDraftPhotos(photos: readonly DraftPhoto[] | null): string {
  const stored = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, blob } of photos ?? []) {
      if (blob === null || stored.current.has(id)) continue;
      stored.current.add(id);
      // On a full device, the next page says that the photo has to be chosen again.
      void saveDraftPhoto(id, blob).catch(() => undefined);
    }
  }, [photos]);
  return (photos ?? []).map(({ id }) => id).join(" ");
}

/** Milliseconds. A browser's database may never answer, and a form waits for its photo. */
const PATIENCE_MS = 10_000;

/** Opens a stored photo of a draft; null when this device does not have it or takes too long. Never rejects. */
export async function openDraftPhoto(id: string): Promise<File | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return await Promise.race([readDraftPhoto(id).catch(() => null), late]); // a browser without storage rejects
}
