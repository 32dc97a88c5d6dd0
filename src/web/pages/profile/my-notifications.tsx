import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { notificationQueries } from "#web/features/notifications/api.ts";
import { Button } from "#web/ui/button.tsx";

/** The profile's link to the notifications. */
export function MyNotifications() {
  const unread = useQuery(notificationQueries.newest()).data?.unread ?? 0;
  const openDialog = useOpenDialog();
  return (
    <Button aria-haspopup="dialog" onClick={() => openDialog({ dialog: "notifications" })}>
      <Bell aria-hidden size={20} strokeWidth={1.8} />
      {unread === 0 ? "Notifications" : `Notifications, ${unread} new`}
    </Button>
  );
}
