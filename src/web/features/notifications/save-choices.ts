import type { QueryClient } from "@tanstack/react-query";
import { chooseNotifications, type NotificationChoices } from "#shared/features/notifications/contract.ts";
import { NotQueued } from "#web/offline/outbox/outbox.ts";
import { enqueue } from "#web/offline/outbox/queue.ts";
import { notificationQueries } from "./api.ts";

/** Applies a choice at once and queues it. @returns why this device cannot store it; null when it can */
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
    return error instanceof NotQueued ? error.message : "That was not kept. Please try again.";
  }
}
