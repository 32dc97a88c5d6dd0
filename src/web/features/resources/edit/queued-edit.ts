import * as z from "zod/mini";
import { availabilities, editEntry, type Resource } from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import { bundlesOf, type OperationProblem, type OperationState } from "#shared/outbox/operation.ts";
import { listQueued } from "#web/offline/outbox/outbox.ts";
import { openStoredPhoto } from "#web/features/photos/stored-photo.ts";
import type { InitialPhoto } from "#web/features/photos/use-picked-photos.ts";
import type { EntryEdit } from "./entry-edit.ts";

/** Fields of a change made by entry-edit.ts that are shown again. */
const editBody = z.object({
  title: z.string(),
  description: z.string(),
  status: z.enum(availabilities),
  photos: z.array(z.union([z.string(), z.object({ $resultOf: z.string() })])),
});

/** An edit of an entry that is queued on this device. */
export interface QueuedEdit {
  edit: EntryEdit;
  state: OperationState;
  problem: OperationProblem | null;
  operationId: string;
  /** Ids of the operations that the next attempt replaces. */
  operationIds: string[];
  /** Number of photos this device has lost. */
  lostPhotos: number;
}

/** Opens the last queued edit of this entry; null when there is none. */
export async function openQueuedEdit(entryId: string): Promise<QueuedEdit | null> {
  const operations = await listQueued();
  const bundle = bundlesOf(operations).findLast(
    ({ operation }) => operation.endpointId === editEntry.id && operation.params?.["entryId"] === entryId,
  );
  if (bundle === undefined) return null;
  const { operation, parts, state, problem } = bundle;
  const body = editBody.safeParse(operations.find(({ id }) => id === operation.id)?.body).data;
  if (body === undefined) return null;
  const photos = await Promise.all(body.photos.map(openPhoto));
  const { title, description, status: availability } = body;
  return {
    edit: { title, description, availability, photos: photos.filter((photo) => photo !== null) },
    state,
    problem,
    operationId: operation.id,
    operationIds: [...parts, operation].map(({ id }) => id),
    lostPhotos: photos.filter((photo) => photo === null).length,
  };
}

async function openPhoto(
  photo: z.infer<typeof editBody>["photos"][number],
): Promise<EntryEdit["photos"][number] | null> {
  if (typeof photo === "string") return { id: photo, blob: null, storedPath: photo };
  const blob = await openStoredPhoto(photo.$resultOf);
  // A new id: the photo is uploaded again, because the server may have deleted an old upload.
  return blob === null ? null : { id: newId(), blob, storedPath: null };
}

/** Initial photos of the picker: the entry's own, or those of the queued edit. */
export function photosToEdit(entry: Resource, queued: QueuedEdit | null): InitialPhoto[] {
  const stored = entry.photos.gallery.map(({ path, thumbUrl }) => ({ path, thumbUrl }));
  if (queued === null) return stored;
  return queued.edit.photos.flatMap(({ id, blob, storedPath }): InitialPhoto[] => {
    if (blob !== null) return [{ id, blob }];
    return stored.filter(({ path }) => path === storedPath);
  });
}
