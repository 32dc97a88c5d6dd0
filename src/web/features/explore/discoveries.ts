import { addDiscoveries, type Discovery } from "#shared/features/explore/contract.ts";
import { keyOf } from "#shared/features/map/view/reach.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";

/** Keys of the places a user has found: those known to the server, and those this phone has not sent yet. */
export function discoveredKeys(
  listed: readonly Discovery[],
  operations: readonly QueuedOperation[],
): ReadonlySet<string> {
  const waiting = operations.flatMap(({ endpointId, body }) =>
    endpointId === addDiscoveries.id ? (addDiscoveries.body.safeParse(body).data?.places ?? []) : [],
  );
  return new Set([...listed, ...waiting].map(keyOf));
}
