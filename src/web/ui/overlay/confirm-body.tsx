import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Button } from "../button.tsx";
import type { ConfirmProps } from "./confirm.tsx";
import styles from "./dialog.module.css";

/** The dialog of `Confirm`. */
export function ConfirmBody({
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
