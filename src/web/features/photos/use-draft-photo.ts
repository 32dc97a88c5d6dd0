import { useState } from "react";
import { newId } from "#shared/id.ts";
import { openDraftPhoto, useDraftPhotos } from "#web/offline/drafts/use-draft-photos.ts";
import { LOST_PHOTO } from "./picked-photos.ts";

interface Chosen {
  id: string;
  /** Null while the photo of a draft is opened. */
  blob: File | null;
}

/** The one photo of a form, stored on this device with the form's draft. */
export function useDraftPhoto() {
  const [photos, setPhotos] = useState<readonly Chosen[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    file: photos[0]?.blob ?? null,
    /** Whether the photo of a draft is still being opened. */
    isOpening: photos[0]?.blob === null,
    problem,
    /** The `photos` of the draft's words. */
    words: useDraftPhotos(photos),
    choose: (file: File | null): void => {
      setProblem(null);
      setPhotos(file === null ? [] : [{ id: newId(), blob: file }]);
    },
    /** Shows the photo of a draft. @param id the `photos` of the draft's words; empty for no photo */
    restore: async (id: string): Promise<void> => {
      setProblem(null);
      setPhotos(id === "" ? [] : [{ id, blob: null }]);
      if (id === "") return;
      const blob = await openDraftPhoto(id);
      setPhotos((current) => (current[0]?.id !== id ? current : blob === null ? [] : [{ id, blob }]));
      if (blob === null) setProblem(LOST_PHOTO);
    },
  };
}
