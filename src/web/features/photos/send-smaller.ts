import { sendChanged } from "#web/offline/outbox/send-changed.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { shrinkPhoto } from "./shrink-photo.ts";

const NO_COPY = "This device could not make a smaller copy. Join another network and try again.";

/** Sends uploads that do not get through again, with photos of half the width and height. Says so where that is not possible. */
export async function sendSmaller(uploads: { id: string; body: object; file: File }[]): Promise<void> {
  // One at a time: a decoded photo takes much memory.
  for (const { id, body, file } of uploads) {
    const smaller = await shrinkPhoto(file, 0.5).catch(() => file);
    const isSent =
      smaller.size < file.size &&
      (await sendChanged(id, { ...body, file: smaller }).then(
        () => true,
        () => false,
      ));
    if (!isSent) showToast({ kind: "problem", text: NO_COPY });
  }
}
