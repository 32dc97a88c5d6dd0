import { storeVibe, type Vibe } from "#shared/features/vibe/contract.ts";
import { newId } from "#shared/id.ts";
import { ApiError } from "#web/lib/api-client.ts";
import { discard } from "#web/offline/outbox.ts";
import { readOutbox } from "#web/offline/outbox-view.ts";
import { submit } from "#web/offline/submit.ts";

/**
 * Hands a vibe to the outbox, in the place of one that still waits there.
 * @throws ApiError when the server said no, or this device keeps nothing
 */
export async function sendVibe(entityId: string, name: string, state: Vibe): Promise<void> {
  const id = newId();
  const entity = `vibe:${entityId}`;
  const waiting = readOutbox().kept.filter((operation) => operation.entity === entity);
  const operation = {
    id,
    endpointId: storeVibe.id,
    entity,
    label: `Vibe: ${name}`,
    body: { id: entityId, state },
  };
  const outcome = await submit(
    [operation],
    waiting.map((kept) => kept.id),
  );
  if (outcome.state === "not-kept") throw new ApiError("unreachable", 0, outcome.reason);
  if (outcome.state === "failed" || outcome.state === "conflict") {
    await discard(id);
    throw new ApiError("forbidden", 403, outcome.problem.error);
  }
}
