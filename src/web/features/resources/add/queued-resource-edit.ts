import { addResource } from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import { bundlesOf, type OperationProblem } from "#shared/outbox/operation.ts";
import { listQueued } from "#web/offline/outbox/outbox.ts";
import { openStoredPhoto } from "#web/features/photos/stored-photo.ts";
import { entryOf } from "./queued-resources.ts";
import type { DraftPhoto, ResourceDraft } from "./resource-draft.ts";

/** A kept resource as the form that made it. */
export interface QueuedResourceEdit {
  resourceId: string;
  draft: ResourceDraft;
  /** All that the changed one takes the place of. */
  operationIds: string[];
  /** Why it was refused. */
  problem: OperationProblem | null;
  /** Photos this device has lost. */
  lostPhotos: number;
}

/** Opens a kept resource for a change; null when it is not there any more. */
export async function openQueuedResource(operationId: string): Promise<QueuedResourceEdit | null> {
  const kept = await listQueued();
  const bundle = bundlesOf(kept).find(({ operation }) => operation.id === operationId);
  const entry = entryOf(kept.find(({ id }) => id === operationId));
  if (bundle === undefined || entry === null) return null;
  const photos: DraftPhoto[] = [];
  for (const { $resultOf } of entry.photos) {
    const blob = await openStoredPhoto($resultOf);
    if (blob === null) continue;
    const upload = bundle.parts.find(({ id }) => id === $resultOf);
    // A new id: it is uploaded again, because the server may have let go of what was uploaded long ago.
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
      // What the Add Resource form made is where its community is, whichever that will be.
      location: bundle.operation.endpointId === addResource.id ? null : entry.location,
      photos,
    },
    operationIds: [...bundle.parts, bundle.operation].map(({ id }) => id),
    problem: bundle.problem,
    lostPhotos: entry.photos.length - photos.length,
  };
}
