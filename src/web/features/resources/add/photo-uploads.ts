import { uploadPhoto } from "#shared/features/photos/contract.ts";
import type { ResultOf } from "#shared/outbox/operation.ts";
import { onChange } from "#web/offline/changes.ts";
import { findAnswer, listOperations } from "#web/offline/outbox/outbox.ts";
import { operation } from "#web/offline/outbox/queue.ts";
import type { Submission } from "#web/offline/outbox/submit.ts";
import type { PickedPhotos } from "#web/features/photos/use-picked-photos.ts";

/** From the specification: 3 retries of an upload, after 1 s, 2 s and 4 s. */
const UPLOAD_RETRIES = 3;

/** One upload for each photo that is not on the server yet. @param title of the resource in the photos */
export function uploadsOf(
  photos: readonly { id: string; blob: Blob }[],
  { title, uploaded }: { title: string; uploaded: ReadonlySet<string> },
): Submission[] {
  return photos
    .filter(({ id }) => !uploaded.has(id))
    .map(({ id, blob }) =>
      operation(
        uploadPhoto,
        { body: { file: blob, purpose: "entry" } },
        { id, entity: `photo:${id}`, label: `Photo of ${title}`, retries: UPLOAD_RETRIES },
      ),
    );
}

/** A reference to the path that an upload will return. */
export function photoPath(uploadId: string): ResultOf {
  return { $resultOf: uploadId, field: "path" };
}

/**
 * Runs work with uploads, and shows the progress of each photo.
 * @param work gets the ids of photos already uploaded by an earlier attempt
 */
export async function withPhotoProgress<Result>(
  photoIds: readonly string[],
  markPhoto: PickedPhotos["mark"],
  work: (uploaded: ReadonlySet<string>) => Promise<Result>,
): Promise<Result> {
  const answers = await Promise.all(photoIds.map(findAnswer));
  const uploaded = new Set(photoIds.filter((_, index) => answers[index] !== undefined));
  for (const id of photoIds) markPhoto(id, { phase: uploaded.has(id) ? "sent" : "sending" });
  const mark = () => void markPhotos(photoIds, markPhoto).catch(() => undefined);
  const stopMarking = onChange(mark);
  try {
    return await work(uploaded);
  } finally {
    stopMarking();
    mark();
  }
}

async function markPhotos(ids: readonly string[], markPhoto: PickedPhotos["mark"]): Promise<void> {
  const queued = await listOperations();
  for (const id of ids) {
    const upload = queued.find((candidate) => candidate.id === id);
    if (upload?.state === "failed")
      markPhoto(id, { phase: "failed", message: upload.problem?.error ?? "It was refused." });
    else markPhoto(id, { phase: upload === undefined ? "sent" : "sending" });
  }
}
