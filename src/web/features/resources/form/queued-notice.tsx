import type { ReactNode } from "react";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import styles from "#web/pages/page.module.css";

interface QueuedNoticeProps {
  /** Null when it was sent at once. */
  operationId: string | null;
  message: string;
  /** Shown instead of `message` once the write has been sent. */
  sentMessage: string;
  /** The next step, shown once the write has been sent. */
  sentAction?: ReactNode;
  onClose: () => void;
}

/** Replaces a form whose write was sent, or stored because the first attempt to send it failed. */
export function QueuedNotice({ operationId, message, sentMessage, sentAction, onClose }: QueuedNoticeProps) {
  const openDialog = useOpenDialog();
  const { sent } = useOutbox();
  const isQueued = operationId !== null && !sent.has(operationId);
  return (
    <div className={styles.stack}>
      {isQueued ? <FormMessage message={message} /> : <p role="status">{sentMessage}</p>}
      <div className={styles.actions}>
        {isQueued ? (
          <Button variant="primary" onClick={() => openDialog({ dialog: "outbox" })}>
            Show what waits
          </Button>
        ) : (
          sentAction
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}
