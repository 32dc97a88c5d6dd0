import { useMemo } from "react";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { type QueuedResource, queuedResources } from "./queued-resources.ts";

/**
 * Resources queued on this device that are not in `listed`, the server's answer. To be shown with it, but never stored in
 * the query cache.
 */
export function useQueuedResources(listed: readonly { id: string }[] | undefined): readonly QueuedResource[] {
  const { operations } = useOutbox();
  // The map redraws when it gets a new array.
  return useMemo(() => {
    const ids = new Set(listed?.map(({ id }) => id));
    return queuedResources(operations).filter(({ id }) => !ids.has(id));
  }, [operations, listed]);
}
