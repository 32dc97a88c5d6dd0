import { ImagePlus, X } from "lucide-react";
import { useId, useState } from "react";
import { type PhotoWords, PHOTO_TYPES } from "#shared/features/photos/contract.ts";
import { refusePhotoFile } from "#web/lib/refuse-photo-file.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import styles from "./photo-picker.module.css";
import { shrinkPhoto } from "./shrink-photo.ts";
import { useObjectUrl } from "./use-object-url.ts";

const words: PhotoWords = {
  wrongType: "Please upload an image file",
  tooLarge: "Image size should be less than 5MB",
};
const UNREADABLE = "Failed to process profile photo";

interface ProfilePhotoFieldProps {
  label: string;
  file: File | null;
  /** Shown until the user chooses a file. */
  problem?: string | null;
  onChange: (file: File | null) => void;
}

/** One photo, validated and scaled down before it is passed to the form. */
export function ProfilePhotoField({ label, file, problem = null, onChange }: ProfilePhotoFieldProps) {
  const noteId = useId();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isShrinking, setIsShrinking] = useState(false);
  const preview = useObjectUrl(file);

  async function take(chosen: File): Promise<void> {
    const wrong = await refusePhotoFile(chosen, words);
    setRefusal(wrong);
    if (wrong !== null) return;
    setIsShrinking(true);
    const isReadable = await canDecode(chosen);
    setRefusal(isReadable ? null : UNREADABLE);
    if (isReadable) onChange(await shrinkPhoto(chosen));
    setIsShrinking(false);
  }
  return (
    <fieldset className={styles.picker} aria-describedby={noteId}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.profile}>
        <label className={styles.circle}>
          {preview === null ? (
            <ImagePlus aria-hidden size={26} strokeWidth={1.8} />
          ) : (
            <img className={styles.preview} src={preview} alt="Profile preview" />
          )}
          <input
            className={styles.input}
            type="file"
            aria-label={preview === null ? "Choose a profile photo" : "Choose another profile photo"}
            accept={PHOTO_TYPES.join(",")}
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0];
              event.currentTarget.value = "";
              if (chosen !== undefined) void take(chosen);
            }}
          />
        </label>
        {file === null ? null : (
          <IconButton icon={X} label="Remove the profile photo" onClick={() => onChange(null)} />
        )}
        {isShrinking ? <Spinner label="Preparing..." isLabelVisible /> : null}
      </div>
      <p id={noteId} className={styles.error} role="alert">
        {refusal ?? problem}
      </p>
    </fieldset>
  );
}

async function canDecode(file: File): Promise<boolean> {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}
