import { processThought, shareThought } from "#shared/features/daily/contract.ts";
import { newId } from "#shared/id.ts";
import { discard, keep } from "#web/offline/outbox.ts";
import { submit } from "#web/offline/submit.ts";
import { entityOf } from "./memory-entity.ts";

interface NewThought {
  /** Made here, so that saving twice keeps one. */
  id: string;
  content: string;
}

interface Saved {
  /** Null: it is kept, here or on the server. */
  problem: string | null;
  isOnDevice: boolean;
  operationId: string | null;
}

/**
 * Stores a memory and then has its meaning found out: two calls about one row. The second one may fail; that is only noted.
 * @param earlier the operation of a try before, whose place this one takes
 */
export async function saveThought({ id, content }: NewThought, earlier: string | null): Promise<Saved> {
  const timestamp = new Date().toISOString();
  const operationId = newId();
  const about = { entity: entityOf(id), label: content.length <= 60 ? content : `${content.slice(0, 59)}…` };
  // No userId: until it is sent, the visitor may have become somebody with an account.
  const body = { id, content, timestamp };
  const outcome = await submit(
    [{ ...about, id: operationId, endpointId: shareThought.id, body }],
    earlier === null ? [] : [earlier],
  );
  const process = {
    ...about,
    id: newId(),
    endpointId: processThought.id,
    body: { ...body, source: "looby", type: "memory" },
  };
  switch (outcome.state) {
    case "sent":
      void enrich(process);
      return { problem: null, isOnDevice: false, operationId };
    case "waiting":
      await keep([process]);
      return { problem: null, isOnDevice: true, operationId };
    case "failed":
    case "conflict":
      // It goes on in this form and not in the outbox.
      await discard(operationId);
      return { problem: outcome.problem.error, isOnDevice: false, operationId: null };
    case "discarded":
      return { problem: "It was discarded in another window.", isOnDevice: false, operationId: null };
    case "not-kept":
      return { problem: outcome.reason, isOnDevice: false, operationId: earlier };
  }
}

async function enrich(operation: Parameters<typeof submit>[0][number]): Promise<void> {
  const outcome = await submit([operation]);
  if (outcome.state !== "failed" && outcome.state !== "conflict") return;
  await discard(operation.id);
  // The specification wants it noted, and the person has nothing to do about it.
  // oxlint-disable-next-line no-console
  console.warn("The memory is saved, but what it is about was not found out.", outcome.problem);
}
