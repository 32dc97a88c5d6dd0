import * as z from "zod/mini";
import { availabilities, editEntry, type Resource } from "#shared/features/resources/contract.ts";
import { bundlesOf, type OperationProblem, type OperationState } from "#shared/outbox/operation.ts";
import type { KeptOperation } from "#web/offline/outbox.ts";
import type { InitialPhoto } from "../photos/use-picked-photos.ts";
import type { EntryEdit } from "./entry-edit.ts";
import { fileOf } from "./queued-resources.ts";

/** What entry-edit.ts puts into a change, as far as it is shown again. */
const editBody = z.object({
  title: z.string(),
  description: z.string(),
  status: z.enum(availabilities),
  photos: z.array(z.union([z.string(), z.object({ $resultOf: z.string() })])),
});

/** An edit of an entry that this device still keeps. */
export interface KeptEdit {
  edit: EntryEdit;
  state: OperationState;
  problem: OperationProblem | null;
  operationId: string;
  /** All that a next try takes the place of. */
  operationIds: string[];
}

/** The last edit of this entry among what is kept; null when there is none. */
export function keptEditOf(kept: readonly KeptOperation[], entryId: string): KeptEdit | null {
  const bundle = bundlesOf(kept).findLast(
    ({ operation }) => operation.endpointId === editEntry.id && operation.params?.["entryId"] === entryId,
  );
  if (bundle === undefined) return null;
  const { operation, parts, state, problem } = bundle;
  const body = editBody.safeParse(kept.find(({ id }) => id === operation.id)?.body).data;
  if (body === undefined) return null;
  const photos = body.photos.flatMap((photo): EntryEdit["photos"] => {
    if (typeof photo === "string") return [{ id: photo, blob: null, storedPath: photo }];
    const id = photo.$resultOf;
    const blob = fileOf(kept.find((upload) => upload.id === id)?.body);
    return blob === null ? [] : [{ id, blob, storedPath: null }];
  });
  const { title, description, status: availability } = body;
  return {
    edit: { title, description, availability, photos },
    state,
    problem,
    operationId: operation.id,
    operationIds: [...parts, operation].map(({ id }) => id),
  };
}

/** What the picker begins with: the entry's photos as they are, or as the kept edit has them. */
export function photosToEdit(entry: Resource, kept: KeptEdit | null): InitialPhoto[] {
  const stored = entry.photos.gallery.map(({ path, thumbUrl }) => ({ path, thumbUrl }));
  if (kept === null) return stored;
  return kept.edit.photos.flatMap(({ id, blob, storedPath }): InitialPhoto[] => {
    if (blob !== null) return [{ id, blob }];
    return stored.filter(({ path }) => path === storedPath);
  });
}
