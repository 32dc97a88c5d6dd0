import * as z from "zod/mini";
import { addNeed, changeNeed, deleteNeed, type Need } from "#shared/features/needs/contract.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";

/** A need in the list, with its sync state. */
export interface NeedRow {
  need: Need;
  /** `new` and `changed`: queued on this device; `deleting`: the deletion is queued, and the need is shown until the server confirms. */
  state: "stored" | "new" | "changed" | "deleting";
}

/** Bodies created by need-operations.ts, possibly by an older version of the page. */
const queuedNeed = z.object({
  id: z.string(),
  content: z.string(),
  place: z._default(z.string(), ""),
  isShared: z._default(z.boolean(), false),
});
const queuedChange = z.object({
  state: z.optional(z.enum(["open", "closed"])),
  isShared: z.optional(z.boolean()),
});

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
  for (const { entity, endpointId, body } of operations) {
    if (entity !== `need:${need.id}`) continue;
    if (endpointId === deleteNeed.id) state = "deleting";
    if (endpointId !== changeNeed.id) continue;
    const change = queuedChange.safeParse(body).data ?? {};
    need = { ...need, state: change.state ?? need.state, isShared: change.isShared ?? need.isShared };
    if (state === "stored") state = "changed";
  }
  return { need, state };
}

function needOf({ endpointId, body, createdAt }: QueuedOperation): Need | null {
  const need = endpointId === addNeed.id ? queuedNeed.safeParse(body).data : undefined;
  if (need === undefined) return null;
  return {
    id: need.id,
    text: need.content,
    place: need.place === "" ? null : need.place,
    state: "open",
    isShared: need.isShared,
    isLookedUp: false,
    matches: [],
    answers: [],
    createdAt: new Date(createdAt).toISOString(),
  };
}
