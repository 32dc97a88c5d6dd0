import { addEntry, addResource } from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import { queueOperations } from "#web/offline/outbox/queue.ts";
import type { PickedPhotos } from "#web/features/photos/use-picked-photos.ts";
import { withPhotoProgress } from "./photo-uploads.ts";
import { type NewResource, resourceOperations } from "./resource-operations.ts";

interface SendResource extends NewResource {
  resourceId: string;
  /** Operations this one replaces. */
  replaces: readonly string[];
  /** Shows on each photo how its upload goes. */
  markPhoto: PickedPhotos["mark"];
}

/** Stores a resource with its photos; those an earlier try has uploaded are not uploaded again. */
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
