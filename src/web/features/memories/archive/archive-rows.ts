import { analyse } from "#shared/features/memories/analysis.ts";
import {
  type ArchivedMemory,
  deleteMemory,
  editMemory,
  tickItem,
} from "#shared/features/memories/archive/archive-contract.ts";
import { shareThought } from "#shared/features/daily/contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { hasSpeakers } from "#shared/features/memories/transcript.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { bodyOf } from "#web/offline/outbox/queue.ts";
import { entityOf } from "../memory-entity.ts";

/** A memory in the list, with its sync state. */
export interface ArchiveRow {
  memory: ArchivedMemory;
  /**
   * `new` and `changed`: queued on this device; `deleting`: the deletion is queued, and the memory is shown until the server confirms;
   * `sample`: an example.
   */
  state: "stored" | "new" | "changed" | "deleting" | "sample";
  /** The day, for its first memory; null for the others, and in lists not sorted by time. */
  day: string | null;
}

/** The list combined with the queued operations, without changing the list itself. */
export function withQueued(
  listed: readonly ArchivedMemory[],
  operations: readonly QueuedOperation[],
): Omit<ArchiveRow, "day">[] {
  const known = new Set(listed.map(({ id }) => id));
  const queued = operations
    .flatMap((operation) => queuedMemory(operation) ?? [])
    .filter(({ id }) => !known.has(id));
  const rows = [
    ...queued.map((memory) => ({ memory, state: "new" as const })),
    ...listed.map((memory) => ({ memory, state: "stored" as const })),
  ];
  return rows
    .map((row) =>
      changedBy(
        row,
        operations.filter(({ entity }) => entity === entityOf(row.memory.id)),
      ),
    )
    .toSorted((one, other) => (one.memory.createdAt < other.memory.createdAt ? 1 : -1));
}

/** Adds day headings by the user's own calendar: 'March 3, 2025'. */
export function withDays(rows: readonly Omit<ArchiveRow, "day">[]): ArchiveRow[] {
  let before = "";
  return rows.map((row) => {
    const day = dayOf(row.memory.createdAt);
    const isFirst = day !== before;
    before = day;
    return { ...row, day: isFirst ? day : null };
  });
}

export function dayOf(instant: string): string {
  return days.format(new Date(instant));
}

/** '3:05 PM' */
export function timeOf(instant: string): string {
  // Some browsers insert a narrow space before PM.
  return times.format(new Date(instant)).replaceAll(/\s/g, " ");
}

const days = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });
const times = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });

function changedBy(
  row: Omit<ArchiveRow, "day">,
  operations: readonly QueuedOperation[],
): Omit<ArchiveRow, "day"> {
  let { memory, state } = row;
  for (const operation of operations) {
    if (operation.endpointId === deleteMemory.id) state = "deleting";
    const ticked = bodyOf(tickItem, operation);
    if (ticked !== null) memory = { ...memory, analysis: withTick(memory.analysis, ticked) };
    const change = bodyOf(editMemory, operation);
    if (change?.content === undefined) continue;
    memory = {
      ...memory,
      content: change.content,
      analysis: { ...memory.analysis, ...analyse(change.content, memory.source) },
    };
    if (state === "stored") state = "changed";
  }
  return { memory, state };
}

/** @returns the analysis with an item marked as done or not done */
export function withTick(
  analysis: ArchivedMemory["analysis"],
  { item, isDone }: { item: string; isDone: boolean },
): ArchivedMemory["analysis"] {
  const others = (analysis.doneItems ?? []).filter((done) => done !== item);
  return { ...analysis, doneItems: isDone ? [...others, item] : others };
}

function queuedMemory(operation: QueuedOperation): ArchivedMemory | null {
  const [created, thought] = [bodyOf(createMemory, operation), bodyOf(shareThought, operation)];
  const { id, content } = created ?? thought ?? {};
  if (id === undefined || content === undefined) return null;
  const createdAt = created?.createdAt ?? thought?.timestamp ?? new Date(operation.createdAt).toISOString();
  const memory = memoryHere({ id, content, source: "looby", createdAt });
  memory.metadata.isThought = thought !== null;
  return { ...memory, type: created?.type ?? memory.type };
}

/** Converts a memory that the server does not have to the format of a server response. */
export function memoryHere(
  fields: Pick<ArchivedMemory, "id" | "content" | "source" | "createdAt">,
): ArchivedMemory {
  const { content, source, createdAt } = fields;
  const nothing = { title: null, overview: null };
  return {
    ...fields,
    userId: "anonymous",
    type: "something-else",
    keywords: [],
    title: null,
    updatedAt: createdAt,
    pseudonym: "",
    analysis: { ...analyse(content, source), ...nothing, mood: null },
    metadata: {
      source,
      version: 0,
      hasEmbedding: false,
      formatVersion: "v2",
      hasSpeakers: hasSpeakers(content),
      originalData: { structured: nothing },
    },
    version: 0,
  };
}
