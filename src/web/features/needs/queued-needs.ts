import * as z from "zod/mini";
import { addNeed, changeNeed, deleteNeed, type Need } from "#shared/features/needs/contract.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { entityOf } from "./need-entity.ts";

/** A need in the list, and how it stands with the server. */
export interface NeedRow {
  need: Need;
  /** `new` and `changed`: on this device, on its way; `deleting` as well, and it is there until the server agrees. */
  state: "kept" | "new" | "changed" | "deleting";
}

/** What need-operations.ts puts into the bodies; an older version of the page may have made them. */
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

/** The list with what this device still has to send laid over it, never put into it: the newest first. */
export function withQueuedNeeds(listed: readonly Need[], kept: readonly QueuedOperation[]): NeedRow[] {
  const known = new Set(listed.map(({ id }) => id));
  const queued = kept.flatMap((operation) => needOf(operation) ?? []).filter(({ id }) => !known.has(id));
  return [
    ...queued.toReversed().map((need) => ({ need, state: "new" as const })),
    ...listed.map((need) => ({ need, state: "kept" as const })),
  ].map((row) => changedBy(row, kept));
}

function changedBy(row: NeedRow, kept: readonly QueuedOperation[]): NeedRow {
  let { need, state } = row;
  for (const { entity, endpointId, body } of kept) {
    if (entity !== entityOf(need.id)) continue;
    if (endpointId === deleteNeed.id) state = "deleting";
    if (endpointId !== changeNeed.id) continue;
    const change = queuedChange.safeParse(body).data ?? {};
    need = { ...need, state: change.state ?? need.state, isShared: change.isShared ?? need.isShared };
    if (state === "kept") state = "changed";
  }
  return { need, state };
}

function needOf({ endpointId, body, createdAt }: QueuedOperation): Need | null {
  const given = endpointId === addNeed.id ? queuedNeed.safeParse(body).data : undefined;
  if (given === undefined) return null;
  return {
    id: given.id,
    text: given.content,
    place: given.place === "" ? null : given.place,
    state: "open",
    isShared: given.isShared,
    isLookedUp: false,
    matches: [],
    answers: [],
    createdAt: new Date(createdAt).toISOString(),
  };
}
