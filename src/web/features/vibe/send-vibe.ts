import { storeVibe, type Vibe } from "#shared/features/vibe/contract.ts";
import { readOutbox } from "#web/offline/outbox/outbox-view.ts";
import { queue } from "#web/offline/outbox/queue.ts";

/** Stores how a community or a user feels, in the place of what still waits. */
export async function sendVibe(entityId: string, name: string, state: Vibe) {
  const entity = `vibe:${entityId}`;
  const waiting = readOutbox().kept.filter((operation) => operation.entity === entity);
  return await queue(
    storeVibe,
    { body: { id: entityId, state } },
    { entity, label: `Vibe: ${name}`, replaces: waiting.map(({ id }) => id) },
  );
}
