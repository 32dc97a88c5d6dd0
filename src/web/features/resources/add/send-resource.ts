import { addEntry, addResource } from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import { queueOperations } from "#web/offline/outbox/queue.ts";
import type { PickedPhotos } from "#web/features/photos/use-picked-photos.ts";
import { withPhotoProgress } from "./photo-uploads.ts";
import { type NewResource, resourceOperations } from "./resource-operations.ts";

interface SendResource extends NewResource {
  resourceId: string;
  /** Ids of operations this one replaces. */
  replaces: readonly string[];
  /** Shows the upload progress of each photo. */
  markPhoto: PickedPhotos["mark"];
}

/** Stores a resource with its photos, without uploading photos again that an earlier attempt has uploaded. */
export async function sendResource({ replaces, markPhoto, ...given }: SendResource) {
  const photoIds = given.draft.photos.map(({ id }) => id);
  const operationId = newId();
  const endpoint = given.form === "entry" ? addEntry : addResource;
  return await withPhotoProgress(photoIds, markPhoto, async (uploaded) => {
    const operations = resourceOperations(given, { operationId, uploaded, at: new Date() });
    const result = await queueOperations(endpoint, operations, { replaces, staysWhenRefused: true });
    return { ...result, operationIds: [...photoIds, operationId] };
  });
}
