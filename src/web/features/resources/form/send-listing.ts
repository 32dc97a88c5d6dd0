import { addEntry, addResource, editEntry } from "#shared/features/resources/contract.ts";
import { onChange } from "#web/offline/changes.ts";
import { findAnswer, listOperations } from "#web/offline/outbox/outbox.ts";
import { type QueueingOptions, queueOperations } from "#web/offline/outbox/queue.ts";
import { newPhotos, uploadFailure } from "#web/features/photos/picked-photos.ts";
import type { PickedPhotos } from "#web/features/photos/use-picked-photos.ts";
import { type ListingContent, listingOperations, type ListingTarget } from "./listing-operations.ts";

const endpoints = { resource: addResource, entry: addEntry, edit: editEntry };

/**
 * Stores the write of a form with its photos, without uploading a photo again that an earlier attempt has uploaded.
 * @param markPhoto shows the progress of each photo
 * @param options `operationId`: that of the form's write. `replaces`: ids of the operations this replaces
 */
export async function sendListing(
  target: ListingTarget,
  content: ListingContent,
  markPhoto: PickedPhotos["mark"],
  { operationId, ...options }: Pick<QueueingOptions, "replaces"> & { operationId: string },
) {
  const fresh = newPhotos(content.photos).map(({ id }) => id);
  const answers = await Promise.all(fresh.map(findAnswer));
  const uploaded = new Set(fresh.filter((_, index) => answers[index] !== undefined));
  for (const id of fresh) markPhoto(id, { phase: uploaded.has(id) ? "sent" : "sending" });
  const mark = () => void markPhotos(content.photos, markPhoto).catch(() => undefined);
  const stopMarking = onChange(mark);
  try {
    const operations = listingOperations(target, content, { uploaded, operationId });
    const endpoint = endpoints[target.entrance];
    const result = await queueOperations(endpoint, operations, { ...options, staysWhenRefused: true });
    return { ...result, operationIds: [...fresh, result.operationId] };
  } finally {
    stopMarking();
    mark();
  }
}

async function markPhotos(photos: ListingContent["photos"], markPhoto: PickedPhotos["mark"]): Promise<void> {
  const queued = await listOperations();
  for (const { id, blob } of newPhotos(photos)) {
    const upload = queued.find((candidate) => candidate.id === id);
    if (upload?.state === "failed")
      markPhoto(id, { phase: "failed", message: uploadFailure(blob, upload.problem?.error) });
    else markPhoto(id, { phase: upload === undefined ? "sent" : "sending" });
  }
}
