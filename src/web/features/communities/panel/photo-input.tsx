import { useId, useState } from "react";
import type { Community } from "#shared/features/communities/contract.ts";
import { PHOTO_TYPES } from "#shared/features/photos/contract.ts";
import { refusePhotoFile } from "#web/lib/refuse-photo-file.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { classNames } from "#web/ui/base/class-names.ts";
import { sendPhoto } from "../send-change.ts";
import styles from "./photo-input.module.css";

interface PhotoInputProps {
  communityId: string;
  which: "profile" | "cover";
  /** The current photo. */
  url: string | null;
  /** Scales a chosen photo down for a weak connection. */
  shrink: (file: File) => Promise<File>;
  onChanged: (community: Community) => void;
}

/** The admin panel's messages. */
const words = { wrongType: "Please upload an image file", tooLarge: "Image size should be less than 5MB" };

/** A community's profile or cover photo. Choosing one applies it without Save. */
export function PhotoInput({ communityId, which, url, shrink, onChanged }: PhotoInputProps) {
  const id = useId();
  const [refusal, setRefusal] = useState<string | null>(null);
  const upload = useQueuedMutation({
    send: async (file: File) => {
      return await sendPhoto(communityId, which, await shrink(file));
    },
    onSent: onChanged,
    onQueued: () =>
      showToast({ kind: "info", text: "The photo is saved on this device until the server can be reached." }),
  });

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined || upload.isPending) return;
    const reason = await refusePhotoFile(file, words);
    setRefusal(reason);
    upload.reset();
    if (reason === null) upload.mutate(file);
  }
  const failed = upload.error === null ? null : `Failed to update ${which} photo`;
  return (
    <div className={styles.section}>
      <div className={styles.photoRow}>
        {url === null ? (
          <span className={classNames(styles.preview, which === "cover" && styles.wide)} />
        ) : (
          <img className={classNames(styles.preview, which === "cover" && styles.wide)} src={url} alt="" />
        )}
        <div className={styles.photoWords}>
          <label className={styles.name} htmlFor={id}>
            {which === "profile" ? "Profile photo" : "Cover photo"}
          </label>
          <input
            id={id}
            className={styles.file}
            type="file"
            accept={PHOTO_TYPES.join(",")}
            aria-busy={upload.isPending || undefined}
            onChange={(event) => {
              void choose(event.currentTarget.files?.[0]);
              // Allows choosing the same file again.
              event.currentTarget.value = "";
            }}
          />
          {upload.isPending ? <Spinner label="Uploading..." isLabelVisible size={20} /> : null}
        </div>
      </div>
      <FormMessage message={refusal ?? failed} />
      {failed === null ? null : <p className={styles.note}>{upload.error}</p>}
    </div>
  );
}
