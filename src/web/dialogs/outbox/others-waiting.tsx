import { useState } from "react";
import { sentenceOfWaiting, type WaitingOfOther } from "#shared/outbox/others.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { discardAllOf } from "#web/offline/outbox/others-outbox.ts";
import { pageOfAll } from "#web/offline/outbox/waiting-file.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import styles from "./outbox-dialog.module.css";

/** Shown for an empty list. Claims that everything is on the server only once that is certain. */
export function NothingOfMine() {
  const { operations, others, recordings, isKnown } = useOutbox();
  if (!isKnown)
    return <EmptyState title="Nothing to show" text="Looby is still checking what this browser has." />;
  if (operations.length > 0) return <EmptyState title="On its way" text="What you made is being sent." />;
  if (recordings > 0) {
    const text = recordings === 1 ? "1 recording is" : `${recordings} recordings are`;
    return <EmptyState title="Nothing to send yet" text={`${text} still waiting to be transcribed.`} />;
  }
  if (others.length > 0)
    return <EmptyState title="Nothing of yours is waiting" text="Someone else’s things are: see below." />;
  return <EmptyState title="Nothing is waiting" text="Everything you made is on the server." />;
}

/** Lists the queued data of users who are not signed in on this device: the owner, the number of writes and the possible actions. */
export function OthersWaiting({ onSignIn }: { onSignIn: () => void }) {
  const { others } = useOutbox();
  const [doomed, setDoomed] = useState<WaitingOfOther | null>(null);
  if (others.length === 0) return null;
  return (
    <section aria-label="From other people">
      <ul className={styles.list}>
        {others.map((other) => (
          <li className={styles.item} key={other.userId}>
            <p>{sentenceOfWaiting(other)}</p>
            <div className={styles.actions}>
              {other.isAccount ? (
                <Button variant="primary" onClick={onSignIn}>
                  Sign In
                </Button>
              ) : null}
              {other.maySave ? <Button onClick={() => void save(other.userId)}>Save as a file</Button> : null}
              <Button variant="plain" onClick={() => setDoomed(other)}>
                Discard all
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Confirm
        isOpen={doomed !== null}
        title={`Discard everything ${doomed?.name ?? "another user of this device"} left here?`}
        message="It is on this device only, and will be gone."
        confirmLabel="Discard"
        onConfirm={() => {
          if (doomed !== null) void discardAllOf(doomed.userId);
        }}
        onClose={() => setDoomed(null)}
      />
    </section>
  );
}

async function save(userId: string): Promise<void> {
  saveFile("looby-not-sent.html", await pageOfAll(userId));
}
