import { type Difference, differencesOf } from "#shared/outbox/conflict.ts";
import type { KeptOperation } from "../offline/outbox.ts";
import { Button } from "../ui/button.tsx";
import { fieldName } from "./field-name.ts";
import styles from "./outbox-dialog.module.css";

interface OutboxConflictProps {
  /** With the record as it stands on the server. */
  operation: KeptOperation;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Two versions of one thing, one below the other: nothing is lost until somebody chooses. */
export function OutboxConflict({ operation, onKeepMine, onTakeTheirs }: OutboxConflictProps) {
  const differences = differencesOf(operation, operation.body) ?? [];
  const { label } = operation;
  return (
    <>
      <Version heading="Yours" side="mine" label={label} differences={differences} />
      <Version heading="On the server" side="theirs" label={label} differences={differences} />
      <div className={styles.actions}>
        <Button variant="primary" aria-label={`Keep mine: ${label}`} onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button aria-label={`Take theirs: ${label}`} onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </div>
    </>
  );
}

interface VersionProps {
  heading: string;
  side: "mine" | "theirs";
  label: string;
  differences: readonly Difference[];
}

function Version({ heading, side, label, differences }: VersionProps) {
  return (
    <section className={styles.version} aria-label={`${heading}: ${label}`}>
      <h4>{heading}</h4>
      {differences.length === 0 ? <p>{side === "mine" ? label : "It says the same."}</p> : null}
      <dl className={styles.values}>
        {differences.map((difference) => (
          <div key={difference.field}>
            <dt className={styles.note}>{fieldName(difference.field)}</dt>
            <dd>{difference[side] === "" ? "Nothing" : difference[side]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
