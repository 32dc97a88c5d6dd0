import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { addDiscoveries, type Discovery } from "#shared/features/explore/contract.ts";
import { keyOf } from "#shared/features/map/view/reach.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { bodyOf } from "#web/offline/outbox/queue.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { exploreQueries } from "./api.ts";

/** Keys of the places a user has found: those stored on the server, and those this phone has not sent yet. */
function discoveredKeys(
  listed: readonly Discovery[],
  operations: readonly QueuedOperation[],
): ReadonlySet<string> {
  const waiting = operations.flatMap((operation) => bodyOf(addDiscoveries, operation)?.places ?? []);
  return new Set([...listed, ...waiting].map(keyOf));
}

/**
 * Keys of the places the user has found; null until the earlier ones are loaded.
 * @param isPersonKnown false while the user is unknown, because a request would create a separate session
 */
export function useDiscoveries(isPersonKnown: boolean): ReadonlySet<string> | null {
  const { data } = useQuery({ ...exploreQueries.discoveries(), enabled: isPersonKnown });
  const { operations } = useOutbox();
  return useMemo(() => (data === undefined ? null : discoveredKeys(data, operations)), [data, operations]);
}
