import { useNavigate } from "@tanstack/react-router";
import type { DialogFrame } from "../dialog-host.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { NotificationList } from "../features/notifications/notification-list.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import styles from "./page.module.css";

export function NotificationsDialog(frame: DialogFrame) {
  const navigate = useNavigate();
  const openDialog = useOpenDialog();
  return (
    <Dialog {...frame} title="Notifications">
      <div className={styles.stack}>
        <NotificationList onOpen={(path) => void navigate({ href: path })} />
        <div className={styles.actions}>
          <Button
            variant="plain"
            onClick={() => openDialog({ dialog: "settings", "settings-tab": "notifications" })}
          >
            Choose what you are told
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
