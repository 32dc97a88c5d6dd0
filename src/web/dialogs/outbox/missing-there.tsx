import { moment } from "#web/ui/state/as-of.tsx";
import { useState } from "react";
import type { Bundle } from "#shared/outbox/operation.ts";
import { missingOf, sentenceOfMissing } from "#shared/features/set-back/missing.ts";
import { discard, retry } from "#web/offline/outbox/outbox.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import styles from "./outbox-dialog.module.css";

/** The user's writes that a restored server lacks, to be sent again or discarded all at once. */
export function MissingThere({ bundles }: { bundles: readonly Bundle[] }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const missing = missingOf(bundles);
  if (missing === null) return null;
  const { ids, count, setBackTo } = missing;
  const things = count === 1 ? "1 thing" : `${count} things`;
  return (
    <section className={styles.item} data-stuck aria-label="Missing on the server">
      <p>{sentenceOfMissing(count, setBackTo === null ? null : moment.format(new Date(setBackTo)))}</p>
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
        onConfirm={() => {
          setIsLeaving(false);
          void discardAll(ids);
        }}
        onCancel={() => setIsLeaving(false)}
      />
    </section>
  );
}

async function discardAll(ids: readonly string[]): Promise<void> {
  // Newest first: discarding an operation also discards those that depend on it.
  for (const id of ids.toReversed()) await discard(id);
}
