import type { QueryClient } from "@tanstack/react-query";
import {
  chooseNotifications,
  type NotificationChoices,
  readNotifications,
} from "#shared/features/notifications/contract.ts";
import { NotQueued } from "#web/offline/outbox/outbox.ts";
import { enqueue } from "#web/offline/outbox/queue.ts";
import { notificationQueries } from "./api.ts";

/** Marks notifications as read: immediately on this device, on the server as soon as it can be reached. */
export async function markRead(
  client: QueryClient,
  which: { ids: string[] } | { upTo: string },
): Promise<void> {
  client.setQueryData(notificationQueries.newest().queryKey, (known) => {
    if (known === undefined) return undefined;
    const notifications = known.notifications.map((one) => {
      const isMeant = "ids" in which ? which.ids.includes(one.id) : one.createdAt <= which.upTo;
      return isMeant ? { ...one, isRead: true } : one;
    });
    const seen = notifications.filter(
      ({ isRead }, index) => isRead && known.notifications[index]?.isRead === false,
    );
    return { ...known, notifications, unread: Math.max(0, known.unread - seen.length) };
  });
  await enqueue(
    readNotifications,
    { body: which },
    { entity: "notifications", label: "Notifications you have read" },
  ).catch(() => undefined); // a browser without storage shows them again the next time
}

/** Applies a choice immediately and queues it. @returns the reason why this device cannot store it; null on success */
export async function saveChoices(client: QueryClient, choices: NotificationChoices): Promise<string | null> {
  const { queryKey } = notificationQueries.choices();
  const before = client.getQueryData(queryKey);
  client.setQueryData(queryKey, choices);
  try {
    await enqueue(
      chooseNotifications,
      { body: { muted: choices.muted } },
      { entity: "notification-choices", label: "What you want to be told" },
    );
    return null;
  } catch (error) {
    client.setQueryData(queryKey, before);
    return error instanceof NotQueued ? error.message : "That was not saved. Please try again.";
  }
}
