import { QueryObserver, type QueryClient } from "@tanstack/react-query";
import type { Notification } from "#shared/features/notifications/contract.ts";
import { onLiveEvent } from "#web/lib/server/live-events.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { notificationQueries } from "./api.ts";
import "./unread-dot.css";

interface NotificationEvent {
  client: QueryClient;
  /** Navigates to an address of this page. */
  open: (path: string) => void;
  /** Called when data of this kind has changed on the server. */
  onNews: (kind: Notification["kind"]) => void;
}

/**
 * Shows notifications while the page is open: an immediate toast, a dot at the profile, and an updated list.
 * @returns a function that stops it
 */
export function followNotifications({ client, open, onNews }: NotificationEvent): () => void {
  const newest = notificationQueries.newest();
  const observer = new QueryObserver(client, newest);
  const stopCounting = observer.subscribe(({ data }) => showUnread(data?.unread ?? 0));
  const stopListening = onLiveEvent(({ channel, event, data }) => {
    if (channel !== "me") return;
    if (event === "ready" || event === "reset" || event === "notifications-read") {
      void client.invalidateQueries(newest);
      return;
    }
    if (event !== "notification") return;
    const received = data as Notification;
    void client.invalidateQueries(newest);
    onNews(received.kind);
    if (document.visibilityState === "visible") showNotification(received, open);
  });
  return () => {
    stopCounting();
    stopListening();
    showUnread(0);
  };
}

function showNotification({ text, link }: Notification, open: (path: string) => void): void {
  showToast({
    kind: "info",
    text,
    ...(link === null ? {} : { action: { label: "Open", run: () => open(link) } }),
  });
}

/** Sets a dot at the profile, drawn by unread-dot.css, and a number on the app's icon where supported. */
function showUnread(unread: number): void {
  if (unread === 0) delete document.documentElement.dataset["unread"];
  else document.documentElement.dataset["unread"] = String(unread);
  // Undefined on plain http and in some browsers.
  const { setAppBadge } = navigator as Partial<Pick<Navigator, "setAppBadge">>;
  setAppBadge?.call(navigator, unread).catch(() => undefined);
}
