import type { Notification } from "#shared/features/notifications/contract.ts";
import { kindNames } from "#shared/features/notifications/kinds.ts";
import type { NotificationRecord } from "./repository.ts";

/** A notification as its person sees it. */
export function notificationView(record: NotificationRecord): Notification {
  const { id, text, link, readAt, createdAt } = record;
  // A kind written by a newer server is shown as the most general one.
  const kind = kindNames.find((known) => known === record.kind) ?? "library";
  return { id, kind, text, link, isRead: readAt !== null, createdAt: createdAt.toISOString() };
}
