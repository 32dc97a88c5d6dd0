import { useQuery } from "@tanstack/react-query";
import {
  type Difference,
  differencesOf,
  photosThatDiffer,
  type VersionPhoto,
} from "#shared/outbox/conflict.ts";
import { PhotoRow } from "#web/features/photos/photo-row.tsx";
import { versionPhotosQuery } from "#web/features/resources/form/queued-queries.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { Button } from "#web/ui/button.tsx";
import { fieldName } from "./field-name.ts";
import styles from "./outbox-dialog.module.css";

interface OutboxConflictProps {
  /** The operation, with the server's current record. */
  operation: QueuedOperation;
  onSendMine: () => void;
  onTakeTheirs: () => void;
}

/** Shows both versions of an entry, one below the other. Neither is discarded until the user chooses. */
export function OutboxConflict({ operation, onSendMine, onTakeTheirs }: OutboxConflictProps) {
  const differences = differencesOf(operation, operation.body) ?? [];
  const photos = photosThatDiffer(operation, operation.body);
  const { label } = operation;
  const versions = [
    { heading: "Yours", side: "mine" },
    { heading: "On the server", side: "theirs" },
  ] as const;
  return (
    <>
      {versions.map(({ heading, side }) => (
        <section key={side} className={styles.version} aria-label={`${heading}: ${label}`}>
          <h4>{heading}</h4>
          {differences.length === 0 && photos === null ? (
            <p>{side === "mine" ? label : "It says the same."}</p>
          ) : (
            <VersionValues side={side} differences={differences} photos={photos?.[side] ?? null} />
          )}
        </section>
      ))}
      <div className={styles.actions}>
        <Button variant="primary" aria-label={`Keep mine: ${label}`} onClick={onSendMine}>
          Keep mine
        </Button>
        <Button aria-label={`Take theirs: ${label}`} onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </div>
    </>
  );
}

interface VersionValuesProps {
  side: "mine" | "theirs";
  differences: readonly Difference[];
  /** Null when both versions have the same photos. */
  photos: readonly VersionPhoto[] | null;
}

function VersionValues({ side, differences, photos }: VersionValuesProps) {
  return (
    <dl className={styles.values}>
      {differences.map((difference) => (
        <div key={difference.field}>
          <dt className={styles.note}>{fieldName(difference.field)}</dt>
          <dd>{difference[side] === "" ? "Nothing" : difference[side]}</dd>
        </div>
      ))}
      {photos === null ? null : (
        <div>
          <dt className={styles.note}>Photos</dt>
          <dd>
            <VersionPhotos photos={photos} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function VersionPhotos({ photos }: { photos: readonly VersionPhoto[] }) {
  const opened = useQuery(versionPhotosQuery(photos)).data;
  return opened === undefined ? null : <PhotoRow photos={opened} />;
}
