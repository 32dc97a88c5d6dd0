import { addDiscoveries, type Discovery } from "#shared/features/explore/contract.ts";
import { keyOf } from "#shared/features/map/view/reach.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";

/** Keys of the places a person has come to: what the server knows, and what this phone has not sent yet. */
export function discoveredKeys(
  listed: readonly Discovery[],
  kept: readonly QueuedOperation[],
): ReadonlySet<string> {
  const waiting = kept.flatMap(({ endpointId, body }) =>
    endpointId === addDiscoveries.id ? (addDiscoveries.body.safeParse(body).data?.places ?? []) : [],
  );
  return new Set([...listed, ...waiting].map(keyOf));
}
