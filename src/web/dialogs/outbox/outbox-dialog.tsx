import { type ReactNode, useState } from "react";
import { addEntry, addResource, editEntry } from "#shared/features/resources/contract.ts";
import { differencesOf } from "#shared/outbox/conflict.ts";
import { type Bundle, isDeletion } from "#shared/outbox/operation.ts";
import { missingOf, sentenceOfMissing } from "#shared/features/set-back/missing.ts";
import { fileOf } from "#web/features/photos/file-of-upload.ts";
import { sendSmaller } from "#web/features/photos/send-smaller.ts";
import { discard, type QueuedOperation, retry, wake } from "#web/offline/outbox/outbox.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { sendMine } from "#web/offline/outbox/send-changed.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { moment } from "#web/ui/state/as-of.tsx";
import { SignInButton } from "../sign-in-button.tsx";
import type { DialogFrame } from "../dialogs.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { NothingOfMine, OthersWaiting } from "./others-waiting.tsx";
import { OutboxConflict } from "./outbox-conflict.tsx";
import { OutboxItem } from "./outbox-item.tsx";
import styles from "./outbox-dialog.module.css";

/** Lists everything this device stores until the server has it, with the possible actions. */
export function OutboxDialog(frame: DialogFrame): ReactNode {
  const { bundles, operations } = useOutbox();
  const [doomed, setDoomed] = useState<Bundle | null>(null);
  const openDialog = useOpenDialog();
  const isWaiting = bundles.some(({ state, problem }) => state === "queued" && problem !== null);
  const needsSession = bundles.some(({ problem }) => problem?.code === "unauthenticated");
  return (
    <Dialog {...frame} title="Waiting to be sent">
      {bundles.length === 0 ? (
        <NothingOfMine />
      ) : (
        <div className={styles.outbox}>
          <p className={styles.note}>
            Saved on this device until the server has it, even when it is turned off.
          </p>
          <MissingThere bundles={bundles} />
          <ul className={styles.list} aria-label="Waiting">
            {bundles.map((bundle) => (
              <OutboxItem
                key={bundle.operation.id}
                bundle={bundle}
                onRetry={() => void retry(stuckIds(bundle))}
                blocked={blockedIn(bundle, operations)}
                onEdit={openerOf(bundle, openDialog)}
                onDiscard={() => setDoomed(bundle)}
                onUndo={undoOf(bundle)}
                conflict={conflictOf(bundle, operations)}
                operations={operationsOf(bundle, operations)}
              />
            ))}
          </ul>
          {isWaiting ? (
            <div className={styles.actions}>
              {needsSession ? <SignInButton /> : null}
              <Button onClick={() => void wake()}>Try now</Button>
            </div>
          ) : null}
        </div>
      )}
      <OthersWaiting onSignIn={() => openDialog({ dialog: "account", mode: "sign-in" })} />
      <Confirm
        isOpen={doomed !== null}
        title={`Discard ${doomed?.operation.label ?? ""}?`}
        message={doomed === null ? "" : lossOf(doomed)}
        confirmLabel="Discard"
        onConfirm={() => {
          if (doomed !== null) void discard(doomed.operation.id);
        }}
        onClose={() => setDoomed(null)}
      />
    </Dialog>
  );
}

/** Opens the form that created the write; null if no form can edit it. */
function openerOf(
  { operation: { id, endpointId, params } }: Bundle,
  openDialog: ReturnType<typeof useOpenDialog>,
): (() => void) | null {
  if (endpointId === addResource.id || endpointId === addEntry.id)
    return () => openDialog({ dialog: "add-resource", id });
  const entryId = params?.["entryId"];
  return endpointId === editEntry.id && entryId !== undefined
    ? () => openDialog({ dialog: "edit-entry", id: entryId })
    : null;
}

/** Takes a deletion back, which loses nothing; null for any other write. */
function undoOf({ operation: { id, endpointId } }: Bundle): (() => void) | null {
  return isDeletion(endpointId) ? () => void discard(id) : null;
}

/** Both versions, if the server has sent its current record. The entry form shows an entry's conflict instead. */
function conflictOf({ operation, problem }: Bundle, operations: readonly QueuedOperation[]): ReactNode {
  const mine = operations.find(({ id }) => id === operation.id);
  if (mine === undefined || problem !== operation.problem || differencesOf(mine, mine.body) === null)
    return null;
  return (
    <OutboxConflict
      operation={mine}
      onSendMine={() => void sendMine(mine)}
      onTakeTheirs={() => void discard(mine.id)}
    />
  );
}

/** The operations of a bundle with their bodies, the main operation first. */
function operationsOf(
  { operation, parts }: Bundle,
  operations: readonly QueuedOperation[],
): QueuedOperation[] {
  const ids = new Set([operation, ...parts].map(({ id }) => id));
  return operations.filter(({ id }) => ids.has(id)).toReversed();
}

/** The bundle's photos that do not get through; null without one. */
function blockedIn(bundle: Bundle, operations: readonly QueuedOperation[]) {
  const uploads = operationsOf(bundle, operations).flatMap(({ id, state, problem, body }) => {
    const file = state === "failed" && /^(blocked|cut)$/.test(problem?.code ?? "") ? fileOf(body) : null;
    return file === null ? [] : [{ id, body: body as object, file }]; // a body with a file is an object
  });
  if (uploads.length === 0) return null;
  return {
    bytes: Math.max(...uploads.map(({ file }) => file.size)),
    onSendSmaller: () => void sendSmaller(uploads),
  };
}

function stuckIds({ operation, parts }: Bundle): string[] {
  return [...parts, operation].filter(({ state }) => state !== "queued").map(({ id }) => id);
}

function lossOf({ parts }: Bundle): string {
  const photos =
    parts.length === 0 ? "It is" : parts.length === 1 ? "It and its photo are" : "It and its photos are";
  return `${photos} on this device only, and will be gone.`;
}

/** The user's writes that a restored server lacks. They are sent again or discarded all at once. */
function MissingThere({ bundles }: { bundles: readonly Bundle[] }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const missing = missingOf(bundles);
  if (missing === null) return null;
  const { ids, count, setBackTo } = missing;
  const things = count === 1 ? "1 thing" : `${count} things`;
  return (
    <section className={styles.item} data-stuck aria-label="Missing on the server">
      <p>{sentenceOfMissing(count, setBackTo === null ? null : moment(new Date(setBackTo)))}</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => void retry(ids)}>
          Send again
        </Button>
        <Button variant="plain" onClick={() => setIsLeaving(true)}>
          Leave out
        </Button>
      </div>
      <Confirm
        isOpen={isLeaving}
        title={`Leave out ${things}?`}
        message="The server no longer has them, and this removes them from this device, too."
        confirmLabel="Leave out"
        onConfirm={() => void discardAll(ids)}
        onClose={() => setIsLeaving(false)}
      />
    </section>
  );
}

async function discardAll(ids: readonly string[]): Promise<void> {
  // Newest first: discarding an operation also discards those that depend on it.
  for (const id of ids.toReversed()) await discard(id);
}
