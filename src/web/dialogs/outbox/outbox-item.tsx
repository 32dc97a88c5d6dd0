import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { contentsOf, describeFile, sizeInWords } from "#shared/outbox/contents.ts";
import type { Bundle } from "#shared/outbox/operation.ts";
import { versionPhotosQuery } from "#web/features/resources/form/queued-queries.ts";
import { saveFile } from "#web/lib/save-file.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { pageOf } from "#web/offline/outbox/waiting-file.ts";
import { Moment } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { fieldName } from "./field-name.ts";
import styles from "./outbox-dialog.module.css";

interface OutboxItemProps {
  bundle: Bundle;
  onRetry: () => void;
  /** Photos that do not get through; null without one. */
  blocked: { bytes: number; onSendSmaller: () => void } | null;
  /** Null if no form can edit it. */
  onEdit: (() => void) | null;
  onDiscard: () => void;
  /** Instead of `onDiscard`, without a question; null if discarding the write loses something. */
  onUndo: (() => void) | null;
  /** The choice between both versions of a conflict; null without one. */
  conflict: ReactNode;
  /** All operations of the bundle: the uploads not yet sent and the write they belong to. */
  operations: readonly QueuedOperation[];
}

export function OutboxItem({ bundle, blocked, conflict, operations, ...actions }: OutboxItemProps) {
  const { onRetry, onEdit, onDiscard, onUndo } = actions;
  const discarding = onUndo === null ? "Discard" : "Undo";
  const { operation, state, problem } = bundle;
  const { label } = operation;
  // The entry was deleted or the write discarded, so neither a retry nor an edit helps.
  const isStuck = state !== "queued" && conflict === null && problem?.code !== "gone";
  return (
    <li className={styles.item} data-stuck={state !== "queued" || undefined}>
      <div className={styles.heading}>
        <h3 className={styles.label}>{label}</h3>
        <Tag>{words(bundle)}</Tag>
      </div>
      <p className={styles.note}>
        Made on <Moment at={operation.createdAt} />
      </p>
      {problem === null ? null : (
        <p className={styles.problem}>
          {blocked === null
            ? problem.error
            : `A file of ${sizeInWords(blocked.bytes)} does not get through this network. Send a smaller copy, or join another network and try again.`}
        </p>
      )}
      {conflict}
      <OutboxContents label={label} operations={operations} />
      <div className={styles.actions}>
        {blocked === null ? null : (
          <Button aria-label={`Send a smaller copy of ${label}`} onClick={blocked.onSendSmaller}>
            Send a smaller copy
          </Button>
        )}
        {isStuck && onEdit !== null ? (
          <Button aria-label={`Edit ${label}`} onClick={onEdit}>
            Edit
          </Button>
        ) : null}
        {isStuck ? (
          <Button aria-label={`Retry ${label}`} onClick={onRetry}>
            Retry
          </Button>
        ) : null}
        {conflict === null ? (
          <Button variant="plain" aria-label={`${discarding} ${label}`} onClick={onUndo ?? onDiscard}>
            {discarding}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function words({ state, problem }: Bundle): string {
  switch (state) {
    case "failed":
      if (problem?.code === "blocked" || problem?.code === "cut") return "Blocked on the way";
      return problem?.code === "set-back" ? "Missing on the server" : "Refused";
    case "conflict":
      return "Changed by someone else";
    case "queued":
      return problem === null ? "Sending" : "Waiting";
  }
}

/** Shows the contents of a queued write, which may be from any version of the page, with a button to save a copy. */
function OutboxContents({ label, operations }: { label: string; operations: readonly QueuedOperation[] }) {
  const ids = new Set(operations.map(({ id }) => id));
  const sent = operations.flatMap(({ dependsOn }) => dependsOn).filter((id) => !ids.has(id));
  const { data: photos = [] } = useQuery(versionPhotosQuery(sent.map((uploadId) => ({ uploadId }))));
  const createdAt = operations[0]?.createdAt ?? 0;
  const things = [
    ...operations,
    ...photos.map(({ blob }) => ({ label: "Photo", createdAt, body: { file: blob } })),
  ];
  const contents = things
    .flatMap(({ body }) => contentsOf(body))
    .filter(({ field }) => !isForMachines(field));
  return (
    <details className={styles.contents}>
      <summary>What’s in it</summary>
      <div className={styles.held}>
        <dl className={styles.values}>
          {contents.map(({ field, value }, index) => (
            // Several uploads have fields with the same name.
            <div key={`${field} ${index}`}>
              <dt className={styles.note}>{fieldName(field)}</dt>
              <dd>
                {typeof value === "string" ? (
                  value
                ) : (
                  <Button variant="plain" onClick={() => saveFile(nameOf(value), value)}>
                    Save {describeFile(value)}
                  </Button>
                )}
              </dd>
            </div>
          ))}
        </dl>
        {contents.length === 0 ? <p>Only its name is saved here.</p> : null}
        <Button
          aria-label={`Save a copy of ${label}`}
          onClick={() => void pageOf(things).then((page) => saveFile(`${label.slice(0, 60)}.html`, page))}
        >
          Save a copy
        </Button>
      </div>
    </details>
  );
}

/** Ids, versions and the purpose of an upload. They are part of the saved copy, but not shown. */
function isForMachines(field: string): boolean {
  return /(^|\.)(id|version|purpose)$|(?<!camp)Id$/.test(field);
}

function nameOf(file: Blob): string {
  return file instanceof File && file.name !== "" ? file.name : "photo";
}
