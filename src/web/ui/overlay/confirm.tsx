import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import styles from "./dialog.module.css";

interface ConfirmProps {
  isOpen: boolean;
  /** A question: "Discard your changes?" */
  title: string;
  /** The consequence: the data that will be lost, or the action that follows. */
  message: string;
  /** A verb such as "Discard", not "OK". */
  confirmLabel: string;
  onConfirm: () => void;
  /** Called for no, and after yes. */
  onClose: () => void;
  /** A choice that belongs to the answer, such as a switch. */
  children?: ReactNode;
}

/** Asks before an action that cannot be undone. Esc and Cancel mean no; taps on the backdrop are ignored. */
export function Confirm({
  isOpen,
  title,
  message,
  confirmLabel,
  onConfirm,
  onClose,
  children,
}: ConfirmProps) {
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Viewport className={styles.viewport}>
          <AlertDialog.Popup className={styles.popup}>
            <div className={styles.header}>
              <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
            </div>
            <div className={styles.body}>
              <AlertDialog.Description className={styles.message}>{message}</AlertDialog.Description>
              {children}
            </div>
            <div className={styles.footer}>
              <AlertDialog.Close render={<Button />}>Cancel</AlertDialog.Close>
              <AlertDialog.Close render={<Button variant="danger" />} onClick={onConfirm}>
                {confirmLabel}
              </AlertDialog.Close>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
