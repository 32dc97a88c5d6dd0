import { addResource } from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import { bundlesOf, type OperationProblem } from "#shared/outbox/operation.ts";
import { listQueued } from "#web/offline/outbox/outbox.ts";
import { openStoredPhoto } from "#web/features/photos/stored-photo.ts";
import { entryOf } from "./queued-resources.ts";
import type { DraftPhoto, ResourceDraft } from "./resource-draft.ts";

/** A queued resource, in the format of its form. */
export interface QueuedResourceEdit {
  resourceId: string;
  draft: ResourceDraft;
  /** Ids of the operations that the edited one replaces. */
  operationIds: string[];
  /** Why it was refused. */
  problem: OperationProblem | null;
  /** Number of photos this device has lost. */
  lostPhotos: number;
}

/** Opens a queued resource for editing; null when it is no longer queued. */
export async function openQueuedResource(operationId: string): Promise<QueuedResourceEdit | null> {
  const operations = await listQueued();
  const bundle = bundlesOf(operations).find(({ operation }) => operation.id === operationId);
  const entry = entryOf(operations.find(({ id }) => id === operationId));
  if (bundle === undefined || entry === null) return null;
  const photos: DraftPhoto[] = [];
  for (const { $resultOf } of entry.photos) {
    const blob = await openStoredPhoto($resultOf);
    if (blob === null) continue;
    const upload = bundle.parts.find(({ id }) => id === $resultOf);
    // A new id: the photo is uploaded again, because the server may have deleted an old upload.
    photos.push({
      id: newId(),
      blob,
      problem: upload?.state === "failed" ? (upload.problem?.error ?? null) : null,
    });
  }
  return {
    resourceId: entry.id,
    draft: {
      communityId: entry.loobricateId,
      type: entry.offeringType,
      title: entry.title,
      description: entry.description,
      tags: entry.tags,
      contact: entry.email ?? entry.phone ?? "",
      // A resource of the Add Resource form takes its community's place, also after the community is changed.
      location: bundle.operation.endpointId === addResource.id ? null : entry.location,
      photos,
    },
    operationIds: [...bundle.parts, bundle.operation].map(({ id }) => id),
    problem: bundle.problem,
    lostPhotos: entry.photos.length - photos.length,
  };
}
