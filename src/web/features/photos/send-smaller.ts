import { type QueuedOperation, retry } from "#web/offline/outbox/outbox.ts";
import { sendChanged } from "#web/offline/outbox/send-changed.ts";
import { fileOf } from "./file-of-upload.ts";
import { shrinkPhoto } from "./shrink-photo.ts";

/** Sends uploads that something on the way has blocked again, with photos of half the width and height. */
export async function sendSmaller(uploads: readonly QueuedOperation[]): Promise<void> {
  // One at a time: a decoded photo takes much memory.
  for (const { id, body } of uploads) {
    const file = fileOf(body);
    if (file === null) await retry([id]);
    else await sendChanged(id, { ...(body as object), file: await shrinkPhoto(file, 0.5) });
  }
}
