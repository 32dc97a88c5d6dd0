import * as z from "zod/mini";
import { availabilities, editEntry, type Resource } from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import { bundlesOf, type OperationProblem, type OperationState } from "#shared/outbox/operation.ts";
import { listQueued } from "#web/offline/outbox/outbox.ts";
import { openStoredPhoto } from "#web/features/photos/stored-photo.ts";
import type { InitialPhoto } from "#web/features/photos/use-picked-photos.ts";
import type { EntryEdit } from "./entry-edit.ts";

/** What entry-edit.ts puts into a change, as far as it is shown again. */
const editBody = z.object({
  title: z.string(),
  description: z.string(),
  status: z.enum(availabilities),
  photos: z.array(z.union([z.string(), z.object({ $resultOf: z.string() })])),
});

/** An edit of an entry that this device still keeps. */
export interface QueuedEdit {
  edit: EntryEdit;
  state: OperationState;
  problem: OperationProblem | null;
  operationId: string;
  /** All that a next try takes the place of. */
  operationIds: string[];
  /** Photos this device has lost. */
  lostPhotos: number;
}

/** Opens the last edit of this entry that is kept; null when there is none. */
export async function openQueuedEdit(entryId: string): Promise<QueuedEdit | null> {
  const kept = await listQueued();
  const bundle = bundlesOf(kept).findLast(
    ({ operation }) => operation.endpointId === editEntry.id && operation.params?.["entryId"] === entryId,
  );
  if (bundle === undefined) return null;
  const { operation, parts, state, problem } = bundle;
  const body = editBody.safeParse(kept.find(({ id }) => id === operation.id)?.body).data;
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
  // A new id: it is uploaded again, because the server may have let go of what was uploaded long ago.
  return blob === null ? null : { id: newId(), blob, storedPath: null };
}

/** What the picker begins with: the entry's photos as they are, or as the kept edit has them. */
export function photosToEdit(entry: Resource, kept: QueuedEdit | null): InitialPhoto[] {
  const stored = entry.photos.gallery.map(({ path, thumbUrl }) => ({ path, thumbUrl }));
  if (kept === null) return stored;
  return kept.edit.photos.flatMap(({ id, blob, storedPath }): InitialPhoto[] => {
    if (blob !== null) return [{ id, blob }];
    return stored.filter(({ path }) => path === storedPath);
  });
}
