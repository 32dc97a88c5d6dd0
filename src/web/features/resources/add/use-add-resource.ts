import { useRef } from "react";
import { newId } from "#shared/id.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import type { PickedPhotos } from "#web/features/photos/use-picked-photos.ts";
import type { QueuedResourceEdit } from "./queued-resource-edit.ts";
import type { NewResource } from "./resource-operations.ts";

/**
 * Sends a resource. A second attempt of the same form replaces the first.
 * @param queued the queued resource being edited, if any
 */
export function useAddResource(queued: QueuedResourceEdit | null) {
  const resourceId = useRef(queued?.resourceId ?? newId());
  const operationIds = useRef<readonly string[]>(queued?.operationIds ?? []);
  return useQueuedMutation({
    send: async (given: Omit<NewResource, "resourceId"> & { markPhoto: PickedPhotos["mark"] }) => {
      const { sendResource } = await import("./send-resource.ts");
      const replaces = operationIds.current;
      const result = await sendResource({ ...given, resourceId: resourceId.current, replaces });
      // When this device could not store the write, nothing was replaced.
      const isStored = result.status !== "refused" || result.error.code !== "insufficient-storage";
      if (isStored) operationIds.current = result.operationIds;
      return { ...result, title: given.draft.title.trim() };
    },
    failure: "Failed to submit form. Please reload the page and try again.",
  });
}
