import { useState } from "react";
import { asNew } from "#web/offline/recovery/as-new.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { Button } from "#web/ui/button.tsx";
import styles from "./outbox-dialog.module.css";

const NO_ROOM = "There is no room left on this device. Please free some space and try again.";

/** Ways to keep a change whose thing was deleted on another device; `OutboxItem` offers to discard it. */
export function OutboxGone({ operation }: { operation: QueuedOperation }) {
  const [problem, setProblem] = useState<string | null>(null);
  const made = asNew(operation, operation.body);
  if ("reason" in made) return <p>{made.reason}</p>;

  async function handleKeep(): Promise<void> {
    const { keepAsNew } = await import("#web/offline/recovery/keep-as-new.ts");
    await keepAsNew(operation.id);
  }

  return (
    <>
      {made.lostPhotos === 0 ? null : <p>The photos it had before were deleted with it.</p>}
      {problem === null ? null : <p role="alert">{problem}</p>}
      <div className={styles.actions}>
        <Button
          variant="primary"
          aria-label={`Keep as new: ${operation.label}`}
          onClick={() => void handleKeep().catch(() => setProblem(NO_ROOM))}
        >
          Keep as new
        </Button>
      </div>
    </>
  );
}
