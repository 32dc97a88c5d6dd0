import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useSignOut } from "#web/features/account/api.ts";
import { unsentRecordingsQuery } from "#web/features/device/api.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { wipeKind } from "#web/offline/device-use.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import styles from "../page.module.css";

async function discardUnsent(): Promise<void> {
  await wipeKind("unsent");
  await wipeKind("recordings");
}

/** The end of the profile: signing out, and other account actions. Warns about unsent changes. */
export function SignOut() {
  const signOut = useSignOut();
  const openDialog = useOpenDialog();
  const [isAsking, setAsking] = useState(false);
  const { data: recordings = 0 } = useQuery(unsentRecordingsQuery);
  const hasWaiting = useOutbox().operations.length > 0 || recordings > 0;
  return (
    <div className={styles.stack}>
      {hasWaiting ? (
        <p>You have unsent changes. They stay on this device and are sent when you sign in again.</p>
      ) : null}
      <FormMessage message={problemsOf(signOut.error, []).message} />
      <div className={styles.actions}>
        <Button isBusy={signOut.isPending} onClick={() => signOut.mutate()}>
          {signOut.isPending ? "Signing out..." : "Sign Out"}
        </Button>
        {hasWaiting ? (
          <Button variant="danger" isBusy={signOut.isPending} onClick={() => setAsking(true)}>
            Discard them and sign out
          </Button>
        ) : null}
        <Button
          variant="plain"
          aria-haspopup="dialog"
          onClick={() => openDialog({ dialog: "account", mode: "devices" })}
        >
          Devices and password
        </Button>
        <Button
          variant="plain"
          aria-haspopup="dialog"
          onClick={() => openDialog({ dialog: "account", mode: "data" })}
        >
          Download my data or delete my account
        </Button>
      </div>
      {isAsking ? (
        <Confirm
          isOpen
          title="Discard your changes and sign out?"
          message="They are on this device only. This deletes them for good."
          confirmLabel="Discard and sign out"
          onConfirm={() => void discardUnsent().then(() => signOut.mutate())}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}
