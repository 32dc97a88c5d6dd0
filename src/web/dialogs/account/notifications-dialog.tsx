import type { ReactNode } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { DialogFrame } from "../dialogs.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { NotificationList } from "#web/features/notifications/notification-list.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import styles from "#web/pages/page.module.css";

export function NotificationsDialog(frame: DialogFrame): ReactNode {
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
            Choose your notifications
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
