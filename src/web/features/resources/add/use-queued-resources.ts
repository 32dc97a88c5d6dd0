import { useMemo } from "react";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { type QueuedResource, queuedResources } from "./queued-resources.ts";

/**
 * The resources on this device that `listed`, the server's answer, does not have yet; to be shown with it, never put into
 * the query cache.
 */
export function useQueuedResources(listed: readonly { id: string }[] | undefined): readonly QueuedResource[] {
  const { kept } = useOutbox();
  // The map redraws when it is handed a new array.
  return useMemo(() => {
    const ids = new Set(listed?.map(({ id }) => id));
    return queuedResources(kept).filter(({ id }) => !ids.has(id));
  }, [kept, listed]);
}
