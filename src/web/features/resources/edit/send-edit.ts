import {
  deleteEntry,
  editEntry,
  type EntryChange,
  type Resource,
} from "#shared/features/resources/contract.ts";
import { queue, queueOperations } from "#web/offline/outbox/queue.ts";
import type { PickedPhotos } from "#web/features/photos/use-picked-photos.ts";
import { type EditedEntry, type EntryEdit, editOperations } from "./entry-edit.ts";
import { withPhotoProgress } from "../add/photo-uploads.ts";

/** Stores an edit with its new photos. @param replaces operations this one replaces */
export async function sendEdit(
  base: EditedEntry,
  edit: EntryEdit,
  markPhoto: PickedPhotos["mark"],
  replaces: readonly string[],
) {
  const fresh = edit.photos.filter(({ blob }) => blob !== null).map(({ id }) => id);
  return await withPhotoProgress(fresh, markPhoto, async (uploaded) => {
    const operations = editOperations(base, edit, uploaded);
    const result = await queueOperations(editEntry, operations, { replaces, staysWhenRefused: true });
    return { ...result, operationIds: [...fresh, result.operationId] };
  });
}

/** Sends a change made without the form: archiving an entry, restoring it, placing it. */
export async function sendChange({ id }: Pick<Resource, "id">, change: EntryChange, label: string) {
  return await queue(
    editEntry,
    { params: { entryId: id }, body: change },
    { entity: `resource:${id}`, label, staysWhenRefused: true },
  );
}

export async function sendDelete({ id, title }: Pick<Resource, "id" | "title">) {
  return await queue(
    deleteEntry,
    { params: { entryId: id } },
    { entity: `resource:${id}`, label: `Delete ${title}`, staysWhenRefused: true },
  );
}
