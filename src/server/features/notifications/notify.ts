import type { Kysely } from "kysely";
import { shortLine } from "#shared/shorten.ts";
import { kindNames, type NotificationKind } from "#shared/features/notifications/kinds.ts";
import { newId } from "#shared/id.ts";
import type { Schema } from "#server/db/schema.ts";
import { personChannel, publish } from "#server/events/publish.ts";
import { insertNotifications, type NotificationRecord } from "./repository.ts";
import type { Notification } from "#shared/features/notifications/contract.ts";

export interface NewNotification {
  /** The person to notify. */
  userId: string;
  kind: NotificationKind;
  /** A sentence about the event; cut to 500 characters. Never contains another person's contact. */
  text: string;
  /** The path to open, such as `/borrowing`; null for none. */
  link: string | null;
}

const MOST_CHARACTERS = 500;

/**
 * Notifies people, in the transaction of the change. The notification appears in their list, on their open pages and on their
 * devices. It is not sent to people who have disabled its kind.
 */
export async function notify(
  db: Kysely<Schema>,
  notifications: NewNotification | readonly NewNotification[],
): Promise<void> {
  const all = "userId" in notifications ? [notifications] : notifications;
  const written = await insertNotifications(
    db,
    all.map((one) => ({ ...one, id: newId(), text: shortLine(one.text, MOST_CHARACTERS) })),
  );
  await publish(
    db,
    written.map((record) => ({
      channel: personChannel(record.userId),
      event: "notification",
      data: notificationView(record),
    })),
  );
}

/** A notification as its person sees it. */
export function notificationView(record: NotificationRecord): Notification {
  const { id, text, link, readAt, createdAt } = record;
  // A kind written by a newer server is shown as the most general one.
  const kind = kindNames.find((known) => known === record.kind) ?? "library";
  return { id, kind, text, link, isRead: readAt !== null, createdAt: createdAt.toISOString() };
}
