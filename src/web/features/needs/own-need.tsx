import { useState } from "react";
import { backupWords } from "#shared/features/leaving/backup-words.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import type { QueueResult } from "#web/offline/outbox/submit.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import styles from "./needs.module.css";
import type { NeedRow } from "./queued-needs.ts";

interface OwnNeedProps extends NeedRow {
  isShown: boolean;
  onOpenResource: (resourceId: string) => void;
  /** It was changed here: the lists are asked for again. */
  onChanged: () => void;
}

type Change = (operations: typeof import("./need-operations.ts")) => Promise<QueueResult<unknown>>;

/** What the person looks for: what fits, who answered, and what can be done with it. */
export function OwnNeed({ need, state, isShown, onOpenResource, onChanged }: OwnNeedProps) {
  const [isDoomed, setIsDoomed] = useState(false);
  const { backupsKeptHours = null } = usePublicSettings();
  const isOpen = need.state === "open";
  const { mutate: send, error } = useQueuedMutation({
    send: async (change: Change) => await change(await import("./need-operations.ts")),
    onDone: onChanged,
  });
  return (
    <Card className={styles.card} id={`need-${need.id}`} data-shown={isShown || undefined}>
      <div className={styles.head}>
        <h3 className={styles.words}>{need.text}</h3>
        {isOpen ? null : <Tag>Closed</Tag>}
      </div>
      {need.place === null ? null : <p className={styles.note}>About {need.place}</p>}
      {state === "kept" ? null : (
        <p className={styles.note}>
          {state === "deleting" ? "Waiting to be deleted." : "Waiting to be sent."}
        </p>
      )}
      {isOpen && state !== "new" && need.matches.length === 0 ? (
        <p className={styles.note}>
          {need.isLookedUp
            ? "Nothing in the library fits yet. You are told when something comes."
            : "The library is being looked through."}
        </p>
      ) : null}
      {need.matches.length === 0 ? null : (
        <ul className={styles.matches} aria-label="Perhaps one of these">
          {need.matches.map((match) => (
            <li key={match.resourceId}>
              <Button onClick={() => onOpenResource(match.resourceId)}>
                {match.place === null || match.place === "" ? match.title : `${match.title}, ${match.place}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {need.answers.map((answer) => (
        <p key={answer.id} className={styles.answer}>
          <strong>{answer.name}</strong>: {answer.message}
        </p>
      ))}
      <Switch
        label="Ask around"
        isOn={need.isShared}
        onChange={(isShared) => send(({ sendChange }) => sendChange(need, { isShared }))}
      />
      <FormMessage message={error} />
      <div className={styles.actions}>
        <Button
          onClick={() => send(({ sendChange }) => sendChange(need, { state: isOpen ? "closed" : "open" }))}
        >
          {isOpen ? "Found it" : "Look again"}
        </Button>
        <Button variant="plain" onClick={() => setIsDoomed(true)}>
          Delete
        </Button>
      </div>
      <Confirm
        isOpen={isDoomed}
        title="Forget this?"
        message={`The memory goes, and with it its answers and what was found for it. ${backupWords(backupsKeptHours)}`}
        confirmLabel="Forget"
        onConfirm={() => {
          setIsDoomed(false);
          send(({ sendDeletion }) => sendDeletion(need));
        }}
        onCancel={() => setIsDoomed(false)}
      />
    </Card>
  );
}
