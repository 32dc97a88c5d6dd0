import type { removeTag, setTag } from "#shared/features/nfc/contract.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";

// Written out once more: the contract brings its schemas along.
const SET: typeof setTag.id = "nfc.set-tag";
const REMOVE: typeof removeTag.id = "nfc.remove-tag";

/** What this device has still to send about an item's tag: its new code, null for none; undefined when nothing waits. */
export function queuedTag(kept: readonly QueuedOperation[], entryId: string): string | null | undefined {
  const last = kept.findLast(
    ({ endpointId, params }) =>
      (endpointId === SET || endpointId === REMOVE) && params?.["entryId"] === entryId,
  );
  if (last === undefined) return undefined;
  const { body } = last;
  const code: unknown = typeof body === "object" && body !== null && "code" in body ? body.code : null;
  return typeof code === "string" ? code : null;
}
