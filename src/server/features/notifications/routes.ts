import type { Kysely } from "kysely";
import {
  chooseNotifications,
  getNotificationChoices,
  listNotifications,
  NOTIFICATION_PAGE,
  type NotificationChoices,
  readNotifications,
  subscribePush,
  unsubscribePush,
} from "#shared/features/notifications/contract.ts";
import { chosenKindNames } from "#shared/features/notifications/kinds.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { publishToPerson } from "#server/events/publish.ts";
import {
  countUnread,
  type Cursor,
  listMuted,
  markRead,
  pageOfNotifications,
  removeSubscription,
  replaceMuted,
  saveSubscription,
} from "./repository.ts";
import { notificationView } from "./notify.ts";
import { AppError } from "#server/http/app-error.ts";
import { type Route, route } from "#server/http/route.ts";

const mine = { who: "session" } as const;
const subscribing = { ...mine, limits: [{ by: "session", max: 30, windowMs: 60_000 }] } as const;

export const notificationRoutes: Route[] = [
  route(listNotifications, mine, async ({ actor, query, db }) => {
    const before = query.before === undefined ? null : parseCursor(query.before);
    const rows = await pageOfNotifications(db, actor.userId, before, NOTIFICATION_PAGE + 1);
    const page = rows.slice(0, NOTIFICATION_PAGE);
    const last = rows.length > NOTIFICATION_PAGE ? page.at(-1) : undefined;
    return {
      notifications: page.map(notificationView),
      unread: await countUnread(db, actor.userId),
      nextBefore: last === undefined ? null : `${last.createdAt.toISOString()}_${last.id}`,
    };
  }),
  route(readNotifications, mine, async ({ actor, body, db }) => {
    const { ids, upTo } = body;
    await markRead(db, actor.userId, { ids, upTo: upTo === undefined ? undefined : new Date(upTo) });
    const unread = await countUnread(db, actor.userId);
    // The person's other windows and devices update their count too.
    await publishToPerson(db, actor.userId, { event: "notifications-read", data: { unread } });
    return { unread };
  }),
  route(getNotificationChoices, mine, async ({ actor, db, deps }) => choicesOf(db, deps, actor.userId)),
  route(chooseNotifications, mine, async ({ actor, body, db, deps }) => {
    await replaceMuted(db, actor.userId, body.muted);
    return await choicesOf(db, deps, actor.userId);
  }),
  route(subscribePush, subscribing, async ({ actor, body, db, deps }) => {
    if (deps.pusher === null)
      throw new AppError("unavailable", "This server sends no notifications to devices.");
    if (!deps.pusher.accepts(body.endpoint))
      throw new AppError("invalid-input", "This server does not send to that browser's push service.");
    await saveSubscription(db, actor, { endpoint: body.endpoint, ...body.keys });
    return { subscribed: true };
  }),
  route(unsubscribePush, mine, async ({ actor, body, db }) => {
    await removeSubscription(db, body.endpoint, actor.userId);
    return { subscribed: false };
  }),
];

async function choicesOf(db: Kysely<Schema>, deps: Deps, userId: string): Promise<NotificationChoices> {
  const muted = await listMuted(db, userId);
  return {
    muted: chosenKindNames.filter((kind) => muted.includes(kind)),
    pushKey: deps.pusher?.publicKey ?? null,
  };
}

/** `<RFC 3339 instant>_<id>` */
function parseCursor(text: string): Cursor {
  const [instant = "", ...rest] = text.split("_");
  const createdAt = new Date(instant);
  if (Number.isNaN(createdAt.getTime()) || rest.length === 0) {
    throw new AppError("invalid-input", "before: take it from nextBefore of the page before.");
  }
  return { createdAt, id: rest.join("_") };
}
