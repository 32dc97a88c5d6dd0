import { storeVibe, type Vibe } from "#shared/features/vibe/contract.ts";
import { outboxView } from "#web/offline/outbox/outbox-view.ts";
import { queue } from "#web/offline/outbox/queue.ts";

/** Stores the vibe of a community or a user, replacing a queued one. */
export async function sendVibe(entityId: string, name: string, state: Vibe) {
  const entity = `vibe:${entityId}`;
  const waiting = outboxView.get().operations.filter((operation) => operation.entity === entity);
  return await queue(
    storeVibe,
    { body: { id: entityId, state } },
    { entity, label: `Vibe: ${name}`, replaces: waiting.map(({ id }) => id) },
  );
}
