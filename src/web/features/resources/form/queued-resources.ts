import { useMemo } from "react";
import { addEntry, addResource, type Resource } from "#shared/features/resources/contract.ts";
import type { ResultOf } from "#shared/outbox/operation.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { type OutboxView, useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { fileOf } from "#web/features/photos/file-of-upload.ts";

/** Fields of a queued entry that are displayed again, as save-listing.ts writes them. */
interface AddedBody extends Pick<Resource, "id" | "loobricateId" | "title" | "description" | "offeringType"> {
  tags: string;
  email?: string | null;
  phone?: string | null;
  photos: readonly ResultOf[];
  /** An earlier version did not write it. */
  location?: Resource["location"];
}

/** A resource that exists only on this device. */
export interface QueuedResource extends Pick<Resource, "id" | "title" | "description" | "type" | "location"> {
  /** The first photo; null when it has none, or when it is already uploaded. */
  photo: Blob | null;
  /** It waits for the user, not for the server. */
  isStuck: boolean;
}

/**
 * Resources queued on this device that are not in `listed`, the server's response. They are displayed with it, but must never be stored in
 * the query cache.
 */
export function useQueuedResources(listed: readonly { id: string }[] | undefined): readonly QueuedResource[] {
  const outbox = useOutbox();
  // Reuse the array, because the map redraws when it gets a new one.
  return useMemo(() => {
    const ids = new Set(listed?.map(({ id }) => id));
    return queuedResources(outbox).filter(({ id }) => !ids.has(id));
  }, [outbox, listed]);
}

/** The queued resources, newest first. */
export function queuedResources({
  operations,
  bundles,
}: Pick<OutboxView, "operations" | "bundles">): QueuedResource[] {
  return bundles
    .flatMap(({ operation, state }) => {
      const added = addedBy(operations.find(({ id }) => id === operation.id));
      if (added === null) return [];
      const { id, title, description, offeringType: type, location, photos } = added;
      const photo = fileOf(operations.find((upload) => upload.id === photos[0]?.$resultOf)?.body);
      return [
        { id, title, description, type, location: location ?? null, photo, isStuck: state !== "queued" },
      ];
    })
    .toReversed();
}

/** The resource added by a queued operation; null for other operations. */
export function addedBy(operation: QueuedOperation | undefined): AddedBody | null {
  if (operation?.endpointId !== addResource.id && operation?.endpointId !== addEntry.id) return null;
  return (operation.body as AddedBody | undefined) ?? null; // undefined when the device has lost it
}
