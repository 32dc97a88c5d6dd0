import { contentsAsText, contentsOf, describeFile } from "#shared/outbox/contents.ts";
import { saveFile } from "#web/lib/save-file.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { Button } from "#web/ui/button.tsx";
import { fieldName } from "./field-name.ts";
import styles from "./outbox-dialog.module.css";

interface OutboxContentsProps {
  label: string;
  /** All that goes as one thing: the uploads and what they are for. */
  operations: readonly QueuedOperation[];
}

/** What a kept write holds, whatever version made it, and a way to have it elsewhere. */
export function OutboxContents({ label, operations }: OutboxContentsProps) {
  const all = operations.flatMap(({ body }) => contentsOf(body));
  const contents = all.filter(({ field }) => !isForMachines(field));
  return (
    <details className={styles.contents}>
      <summary>What it holds</summary>
      <div className={styles.held}>
        <dl className={styles.values}>
          {contents.map(({ field, value }, index) => (
            // Fields of several uploads have one name.
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
        {contents.length === 0 ? <p>Nothing but what it is called.</p> : null}
        <Button
          aria-label={`Save a copy of ${label}`}
          onClick={() =>
            saveFile(
              `${label.slice(0, 60)}.txt`,
              new Blob([contentsAsText(label, all)], { type: "text/plain" }),
            )
          }
        >
          Save a copy
        </Button>
      </div>
    </details>
  );
}

/** Ids, versions and what an upload is for: they stand in the copy. */
function isForMachines(field: string): boolean {
  return /(^|\.)(id|version|purpose)$|(?<!camp)Id$/.test(field);
}

function nameOf(file: Blob): string {
  return file instanceof File && file.name !== "" ? file.name : "photo";
}
