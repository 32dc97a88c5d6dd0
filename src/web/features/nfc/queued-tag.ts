import type { removeTag, setTag } from "#shared/features/nfc/contract.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";

// Repeated here: importing the contract would bring its schemas along.
const SET: typeof setTag.id = "nfc.set-tag";
const REMOVE: typeof removeTag.id = "nfc.remove-tag";

/** The queued change of an item's tag: its new code, null for a removal; undefined when nothing is queued. */
export function queuedTag(
  operations: readonly QueuedOperation[],
  entryId: string,
): string | null | undefined {
  const last = operations.findLast(
    ({ endpointId, params }) =>
      (endpointId === SET || endpointId === REMOVE) && params?.["entryId"] === entryId,
  );
  if (last === undefined) return undefined;
  const { body } = last;
  const code: unknown = typeof body === "object" && body !== null && "code" in body ? body.code : null;
  return typeof code === "string" ? code : null;
}
