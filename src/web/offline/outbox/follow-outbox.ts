import { bundlesOf, isSentByPage, type Operation } from "#shared/outbox/operation.ts";
import { onChange } from "../changes.ts";
import { listOthers } from "../recovery/others-outbox.ts";
import { listUnsent } from "../drafts/recordings.ts";
import { findAnswer, type QueuedOperation, listQueued } from "./outbox.ts";
import { type OutboxView, readOutbox, showOutbox } from "./outbox-view.ts";

/** What was sent stays in view at most this long, in milliseconds. */
const LONGEST_FAREWELL_MS = 5000;

/**
 * Keeps the view as the outbox is, from now on.
 * @param onSent asks again for what has changed on the server. What was sent stays in view meanwhile, so that nothing a
 * person made is ever out of sight
 */
export function followOutbox(onSent: (sent: readonly Operation[]) => Promise<unknown>): void {
  const leaving = new Map<string, QueuedOperation>();
  let latest = 0;

  async function refresh(): Promise<void> {
    latest += 1;
    const mine = latest;
    const [kept, others, unsent] = await Promise.all([listQueued(), listOthers(), listUnsent()]);
    const gone = readOutbox().kept.filter(({ id }) => !leaving.has(id) && !kept.some((row) => row.id === id));
    const sent = await sentOf(gone);
    if (mine !== latest) return;
    for (const operation of sent) leaving.set(operation.id, operation);
    show([...leaving.values(), ...kept], sent, { others, recordings: unsent.length, isKnown: true });
    if (sent.length === 0) return;
    await Promise.race([onSent(sent), new Promise((resolve) => setTimeout(resolve, LONGEST_FAREWELL_MS))]);
    for (const { id } of sent) leaving.delete(id);
    show(readOutbox().kept.filter(({ id }) => !sent.some((left) => left.id === id)));
  }

  // A browser that keeps nothing shows nothing.
  const handle = () => void refresh().catch(() => undefined);
  onChange(handle);
  handle();
}

type Rest = Pick<OutboxView, "others" | "recordings" | "isKnown">;

function show(
  kept: readonly QueuedOperation[],
  justSent: readonly QueuedOperation[] = [],
  rest: Partial<Rest> = {},
): void {
  const before = readOutbox();
  const after = { ...before, ...rest };
  const isSame =
    after.isKnown === before.isKnown &&
    after.recordings === before.recordings &&
    after.others.length === 0 &&
    before.others.length === 0;
  if (isSame && kept.length === 0 && before.kept.length === 0) return;
  const sent = new Set([...before.sent, ...justSent.map(({ id }) => id)]);
  // What the page still sends by itself is not waiting yet.
  const waiting = kept.filter((operation) => !isSentByPage(operation));
  showOutbox({ ...after, kept, bundles: bundlesOf(waiting), sent });
}

/** Those of the operations that left the outbox because the server has them. */
async function sentOf(gone: readonly QueuedOperation[]): Promise<QueuedOperation[]> {
  const answers = await Promise.all(gone.map(({ id }) => findAnswer(id)));
  return gone.filter((_, index) => answers[index] !== undefined);
}
