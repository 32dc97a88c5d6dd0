import { bundlesOf, type Operation } from "#shared/outbox/operation.ts";
import { onChange } from "../changes.ts";
import { listOthers } from "./others-outbox.ts";
import { listUnsent } from "../drafts/recordings.ts";
import { shareOf } from "./answer-streams.ts";
import { findAnswer, type QueuedOperation, listQueued } from "./outbox.ts";
import { type OutboxView, outboxView } from "./outbox-view.ts";

/** Longest time a sent operation stays in view, in milliseconds. */
const LONGEST_FAREWELL_MS = 5000;

/**
 * Updates the view whenever the outbox changes.
 * @param onSent refetches the data that has changed on the server. Sent operations stay in view until then, so that the user's input never
 * disappears
 */
export function fillOutboxView(onSent: (sent: readonly Operation[]) => Promise<unknown>): void {
  const leaving = new Map<string, QueuedOperation>();
  let latest = 0;

  async function refresh(): Promise<void> {
    latest += 1;
    const mine = latest;
    const [operations, others, unsent] = await Promise.all([listQueued(), listOthers(), listUnsent()]);
    const removed = outboxView
      .get()
      .operations.filter(({ id }) => !leaving.has(id) && !operations.some((row) => row.id === id));
    const sent = await sentOf(removed);
    if (mine !== latest) return;
    for (const operation of sent) leaving.set(operation.id, operation);
    show([...leaving.values(), ...operations], sent, { others, recordings: unsent.length, isKnown: true });
    if (sent.length === 0) return;
    await Promise.race([onSent(sent), new Promise((resolve) => setTimeout(resolve, LONGEST_FAREWELL_MS))]);
    for (const { id } of sent) leaving.delete(id);
    show(outboxView.get().operations.filter(({ id }) => !sent.some((left) => left.id === id)));
  }

  // Without storage nothing is shown.
  const handle = () => void refresh().catch(() => undefined);
  onChange(handle);
  handle();
}

type Rest = Pick<OutboxView, "others" | "recordings" | "isKnown">;

function show(
  operations: readonly QueuedOperation[],
  justSent: readonly QueuedOperation[] = [],
  rest: Partial<Rest> = {},
): void {
  const before = outboxView.get();
  const after = { ...before, ...rest };
  const isSame =
    after.isKnown === before.isKnown &&
    after.recordings === before.recordings &&
    after.others.length === 0 &&
    before.others.length === 0;
  if (isSame && operations.length === 0 && before.operations.length === 0) return;
  const sent = new Set([...before.sent, ...justSent.map(({ id }) => id)]);
  const waiting = operations.filter(({ id }) => shareOf(id) === undefined);
  outboxView.set({ ...after, operations, bundles: bundlesOf(waiting), sent });
}

/** The operations that left the outbox because the server has them. */
async function sentOf(removed: readonly QueuedOperation[]): Promise<QueuedOperation[]> {
  const answers = await Promise.all(removed.map(({ id }) => findAnswer(id)));
  return removed.filter((_, index) => answers[index] !== undefined);
}
