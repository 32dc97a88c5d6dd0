import { useOpenDialog } from "../dialog-navigation.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import styles from "#web/pages/page.module.css";

interface QueuedNoticeProps {
  operationId: string;
  message: string;
  /** Said instead when it went through while this was in view. */
  sentMessage: string;
  onClose: () => void;
}

/** Stands where a form was whose first try did not go through. */
export function QueuedNotice({ operationId, message, sentMessage, onClose }: QueuedNoticeProps) {
  const openDialog = useOpenDialog();
  const isKept = !useOutbox().sent.has(operationId);
  return (
    <div className={styles.stack}>
      {isKept ? <FormMessage message={message} /> : <p role="status">{sentMessage}</p>}
      <div className={styles.actions}>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
        {isKept ? <Button onClick={() => openDialog({ dialog: "outbox" })}>Show what waits</Button> : null}
      </div>
    </div>
  );
}
