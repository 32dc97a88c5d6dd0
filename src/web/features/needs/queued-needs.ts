import { addNeed, changeNeed, deleteNeed, type Need } from "#shared/features/needs/contract.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { bodyOf } from "#web/offline/outbox/queue.ts";

/** A need in the list, with its sync state. */
export interface NeedRow {
  need: Need;
  /** `new` and `changed`: queued on this device; `deleting`: the deletion is queued, and the need is shown until the server confirms. */
  state: "stored" | "new" | "changed" | "deleting";
}

/** The list combined with the queued operations, newest first, without changing the list itself. */
export function withQueuedNeeds(listed: readonly Need[], operations: readonly QueuedOperation[]): NeedRow[] {
  const known = new Set(listed.map(({ id }) => id));
  const queued = operations
    .flatMap((operation) => needOf(operation) ?? [])
    .filter(({ id }) => !known.has(id));
  return [
    ...queued.toReversed().map((need) => ({ need, state: "new" as const })),
    ...listed.map((need) => ({ need, state: "stored" as const })),
  ].map((row) => changedBy(row, operations));
}

function changedBy(row: NeedRow, operations: readonly QueuedOperation[]): NeedRow {
  let { need, state } = row;
  for (const operation of operations) {
    if (operation.entity !== `need:${need.id}`) continue;
    if (operation.endpointId === deleteNeed.id) state = "deleting";
    if (operation.endpointId !== changeNeed.id) continue;
    const change = bodyOf(changeNeed, operation);
    need = { ...need, state: change?.state ?? need.state, isShared: change?.isShared ?? need.isShared };
    if (state === "stored") state = "changed";
  }
  return { need, state };
}

function needOf(operation: QueuedOperation): Need | null {
  const need = bodyOf(addNeed, operation);
  if (need?.id === undefined) return null;
  return {
    id: need.id,
    text: need.content,
    place: need.place || null,
    state: "open",
    isShared: need.isShared,
    isLookedUp: false,
    matches: [],
    answers: [],
    createdAt: new Date(operation.createdAt).toISOString(),
  };
}
