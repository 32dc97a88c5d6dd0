import { useQuery } from "@tanstack/react-query";
import { contentsOf, describeFile } from "#shared/outbox/contents.ts";
import { versionPhotosQuery } from "#web/features/resources/api.ts";
import { saveFile } from "#web/lib/save-file.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { pageOf } from "#web/offline/outbox/waiting-file.ts";
import { Button } from "#web/ui/button.tsx";
import { fieldName } from "./field-name.ts";
import styles from "./outbox-dialog.module.css";

interface OutboxContentsProps {
  label: string;
  /** All operations of the bundle: the uploads not yet sent and the write they belong to. */
  operations: readonly QueuedOperation[];
}

/** Shows the contents of a queued write, which may be from any version of the page, with a button to save a copy. */
export function OutboxContents({ label, operations }: OutboxContentsProps) {
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
