import * as z from "zod/mini";
import { addEntry, addResource, type Resource, resourceTypes } from "#shared/features/resources/contract.ts";
import { bundlesOf } from "#shared/outbox/operation.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { fileOf } from "#web/features/photos/file-of-upload.ts";

/** Fields of a queued entry that are shown again. An older version of resource-operations.ts may have made it. */
const entryBody = z.object({
  id: z.string(),
  loobricateId: z.string(),
  title: z.string(),
  description: z.string(),
  offeringType: z.enum(resourceTypes),
  tags: z.string(),
  email: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  photos: z.array(z.object({ $resultOf: z.string() })),
  location: z._default(z.nullable(z.object({ address: z.string(), lat: z.number(), lon: z.number() })), null),
});
type EntryBody = z.infer<typeof entryBody>;

/** A resource that exists on this device only. */
export interface QueuedResource extends Pick<Resource, "id" | "title" | "description" | "type" | "location"> {
  /** The first photo; null when it has none, or when it is already uploaded. */
  photo: Blob | null;
  /** Waits for the user, not for the server. */
  isStuck: boolean;
}

/** The queued resources, newest first. */
export function queuedResources(operations: readonly QueuedOperation[]): QueuedResource[] {
  return bundlesOf(operations)
    .flatMap(({ operation, state }) => {
      const entry = entryOf(operations.find(({ id }) => id === operation.id));
      if (entry === null) return [];
      const { id, title, description, offeringType: type, location, photos } = entry;
      const photo = fileOf(operations.find((upload) => upload.id === photos[0]?.$resultOf)?.body);
      return [{ id, title, description, type, location, photo, isStuck: state !== "queued" }];
    })
    .toReversed();
}

/** The resource added by a queued operation; null for other operations. */
export function entryOf(operation: QueuedOperation | undefined): EntryBody | null {
  if (operation?.endpointId !== addResource.id && operation?.endpointId !== addEntry.id) return null;
  return entryBody.safeParse(operation.body).data ?? null;
}
