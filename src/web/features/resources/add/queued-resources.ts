import * as z from "zod/mini";
import { addEntry, addResource, type Resource, resourceTypes } from "#shared/features/resources/contract.ts";
import { bundlesOf } from "#shared/outbox/operation.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { fileOf } from "#web/features/photos/file-of-upload.ts";

/** What resource-operations.ts puts into an entry, as far as it is shown again. An older version may have made it. */
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

/** A resource that is on this device only. */
export interface QueuedResource extends Pick<Resource, "id" | "title" | "description" | "type" | "location"> {
  /** The first; null when it has none, or when it is uploaded already. */
  photo: Blob | null;
  /** Waits for the person, not for the server. */
  isStuck: boolean;
}

/** The resources among what is kept, newest first. */
export function queuedResources(kept: readonly QueuedOperation[]): QueuedResource[] {
  return bundlesOf(kept)
    .flatMap(({ operation, state }) => {
      const entry = entryOf(kept.find(({ id }) => id === operation.id));
      if (entry === null) return [];
      const { id, title, description, offeringType: type, location, photos } = entry;
      const photo = fileOf(kept.find((upload) => upload.id === photos[0]?.$resultOf)?.body);
      return [{ id, title, description, type, location, photo, isStuck: state !== "queued" }];
    })
    .toReversed();
}

/** The resource a kept operation adds; null when it adds none. */
export function entryOf(operation: QueuedOperation | undefined): EntryBody | null {
  if (operation?.endpointId !== addResource.id && operation?.endpointId !== addEntry.id) return null;
  return entryBody.safeParse(operation.body).data ?? null;
}
