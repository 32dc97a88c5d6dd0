import { useOpenDialog } from "../dialog-navigation.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import styles from "#web/pages/page.module.css";

interface QueuedNoticeProps {
  operationId: string;
  message: string;
  /** Shown instead once the write was sent while the notice is visible. */
  sentMessage: string;
  onClose: () => void;
}

/** Replaces a form whose first attempt to send failed. */
export function QueuedNotice({ operationId, message, sentMessage, onClose }: QueuedNoticeProps) {
  const openDialog = useOpenDialog();
  const isQueued = !useOutbox().sent.has(operationId);
  return (
    <div className={styles.stack}>
      {isQueued ? <FormMessage message={message} /> : <p role="status">{sentMessage}</p>}
      <div className={styles.actions}>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
        {isQueued ? <Button onClick={() => openDialog({ dialog: "outbox" })}>Show what waits</Button> : null}
      </div>
    </div>
  );
}
