import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { problemsOf } from "#web/lib/form-problems.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { passkeysQuery, useAddPasskey, useRemovePasskey } from "./api.ts";
import { PasskeyDismissed, PasskeyPresent, usePasskeyObstacle } from "./passkey.ts";
import styles from "#web/ui/item-list.module.css";

/** The signed-in user's passkeys, for signing in without the password. */
export function PasskeyList() {
  const passkeys = useQuery(passkeysQuery);
  const add = useAddPasskey();
  const remove = useRemovePasskey();
  const [removing, setRemoving] = useState<{ id: string; name: string } | null>(null);
  const obstacle = usePasskeyObstacle();
  const error = add.error instanceof PasskeyDismissed ? null : add.error;
  return (
    <section className={styles.section} aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <FormMessage
        message={
          error instanceof PasskeyPresent ? error.message : problemsOf(error ?? remove.error, []).message
        }
      />
      {passkeys.data?.length === 0 ? (
        <p className={styles.text}>
          None yet. A passkey signs you in with your fingerprint, face or screen lock.
        </p>
      ) : null}
      <ul>
        {passkeys.data?.map((passkey) => (
          <li key={passkey.id} className={styles.item}>
            <KeyRound aria-hidden size={20} strokeWidth={1.8} />
            <span className={`${styles.words} ${styles.name}`}>{passkey.name}</span>
            <Button
              variant="plain"
              aria-label={`Remove ${passkey.name}`}
              isBusy={remove.isPending}
              onClick={() => setRemoving(passkey)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {obstacle === null ? (
        <Button className={styles.add} isBusy={add.isPending} onClick={() => add.mutate()}>
          Add a passkey
        </Button>
      ) : (
        <p className={styles.text}>{obstacle.sentence}</p>
      )}
      {removing === null ? null : (
        <Confirm
          isOpen
          title={`Remove ${removing.name}?`}
          message="It will not sign you in here any more. Your password stays as it is."
          confirmLabel="Remove"
          onConfirm={() => remove.mutate(removing.id)}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}
