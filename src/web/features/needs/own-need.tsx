import { useState } from "react";
import { backupWords } from "#shared/features/leaving/backup-words.ts";
import { useAddressWords } from "#web/features/map/use-city.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import type { QueueResult } from "#web/offline/outbox/queue.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { Card } from "#web/ui/card.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { sendChange, sendDeletion } from "./need-operations.ts";
import styles from "./needs.module.css";
import type { NeedRow } from "./queued-needs.ts";

interface OwnNeedProps extends NeedRow {
  isShown: boolean;
  onOpenResource: (resourceId: string) => void;
  /** Called after a change made here, to refetch the lists. */
  onChanged: () => void;
}

/** One of the user's needs with its matches, responses and actions. */
export function OwnNeed({ need, state, isShown, onOpenResource, onChanged }: OwnNeedProps) {
  const [isDoomed, setIsDoomed] = useState(false);
  const { backupRetentionHours = null } = usePublicSettings();
  const wordsOf = useAddressWords();
  const isOpen = need.state === "open";
  const { mutate: send, error } = useQueuedMutation({
    send: async (change: () => Promise<QueueResult<unknown>>) => await change(),
    onDone: onChanged,
  });
  return (
    <Card className={styles.card} id={`need-${need.id}`} data-shown={isShown || undefined}>
      <div className={styles.head}>
        <h3 className={styles.words}>{need.text}</h3>
        {isOpen ? null : <Tag>Closed</Tag>}
      </div>
      {need.place === null ? null : (
        <p className={styles.note}>
          About <bdi>{wordsOf(need.place)}</bdi>
        </p>
      )}
      {isOpen && state !== "new" && need.matches.length === 0 ? (
        <p className={styles.note}>
          {need.isLookedUp
            ? "Nothing in the library fits yet. You’ll hear when something does."
            : "Checking the library."}
        </p>
      ) : null}
      {need.matches.length === 0 ? null : (
        <ul className={styles.matches} aria-label="Maybe one of these">
          {need.matches.map((match) => (
            <li key={match.resourceId}>
              <Button onClick={() => onOpenResource(match.resourceId)}>
                <bdi>{match.title}</bdi>
                {match.place === null || match.place === "" ? null : `, ${wordsOf(match.place)}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {need.answers.map((answer) => (
        <p key={answer.id} className={styles.answer}>
          <strong>
            <bdi>{answer.name}</bdi>
          </strong>
          : <bdi>{answer.message}</bdi>
        </p>
      ))}
      <Switch
        label="Ask around"
        isOn={need.isShared}
        onChange={(isShared) => send(() => sendChange(need, { isShared }))}
      />
      <FormMessage message={error} />
      <div className={styles.actions}>
        <Button onClick={() => send(() => sendChange(need, { state: isOpen ? "closed" : "open" }))}>
          {isOpen ? "Found it" : "Look again"}
        </Button>
        <Button variant="plain" onClick={() => setIsDoomed(true)}>
          Delete
        </Button>
      </div>
      {/* Below the buttons, so that they do not move under a finger when it appears. */}
      {state === "stored" ? null : (
        <p className={styles.note}>
          {state === "deleting" ? "Waiting to be deleted." : "Waiting to be sent."}
        </p>
      )}
      {isDoomed ? (
        <Confirm
          isOpen
          title="Forget this?"
          message={`This deletes it, with its answers and matches. ${backupWords(backupRetentionHours)}`}
          confirmLabel="Forget"
          onConfirm={() => send(() => sendDeletion(need))}
          onClose={() => setIsDoomed(false)}
        />
      ) : null}
    </Card>
  );
}
