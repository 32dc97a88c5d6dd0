import { addDiscoveries, type DiscoveryKind } from "#shared/features/explore/contract.ts";
import { keyOf } from "#shared/features/map/view/reach.ts";
import { NotQueued } from "#web/offline/outbox/outbox.ts";
import { enqueue } from "#web/offline/outbox/queue.ts";

interface Found {
  kind: DiscoveryKind;
  id: string;
  name: string;
}

/** Keeps places the person has just come to, for the server to know when it can be reached. False when nothing can be kept. */
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
    // It was no wish of the person's, so nobody is troubled with it: the next walk past finds it again.
    if (error instanceof NotQueued) return false;
    throw error;
  }
}
