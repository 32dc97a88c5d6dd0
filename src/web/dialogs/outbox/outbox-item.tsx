import type { ReactNode } from "react";
import { sizeInWords } from "#shared/outbox/contents.ts";
import type { Bundle } from "#shared/outbox/operation.ts";
import { Moment } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/chip.tsx";
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
  /** The contents of the write. */
  contents: ReactNode;
}

export function OutboxItem({ bundle, blocked, conflict, contents, ...actions }: OutboxItemProps) {
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
      {contents}
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
