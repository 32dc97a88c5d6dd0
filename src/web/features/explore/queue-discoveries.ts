import { addDiscoveries, type DiscoveryKind } from "#shared/features/explore/contract.ts";
import { keyOf } from "#shared/features/map/view/reach.ts";
import { NotQueued } from "#web/offline/outbox/outbox.ts";
import { enqueue } from "#web/offline/outbox/queue.ts";

interface Found {
  kind: DiscoveryKind;
  id: string;
  name: string;
}

/** Queues places the user has just reached, to be sent when there is a connection. Returns false when they cannot be stored. */
export async function queueDiscoveries(found: readonly Found[]): Promise<boolean> {
  const discoveredAt = new Date().toISOString();
  try {
    await enqueue(
      addDiscoveries,
      { body: { places: found.map(({ kind, id }) => ({ kind, id, discoveredAt })) } },
      {
        entity: `discovery:${found.map(keyOf).join(",")}`,
        label: `Found: ${found.map(({ name }) => name).join(", ")}`,
      },
    );
    return true;
  } catch (error) {
    // The user did not request this, so no error is shown: the place is found again the next time the user passes it.
    if (error instanceof NotQueued) return false;
    throw error;
  }
}
