import * as z from "zod/mini";
import { chosenKindNames, kindNames } from "./kinds.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { filledText, id, instant, text } from "#shared/http/fields.ts";

/** The maximum number of notifications in one response. */
export const NOTIFICATION_PAGE = 50;

/** A notification in a user's list. */
export const notification = z.object({
  id,
  kind: z.enum(kindNames),
  text: z.string(),
  /** The path to open; null when there is none. */
  link: z.nullable(z.string()),
  isRead: z.boolean(),
  createdAt: instant,
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = defineEndpoint({
  id: "notifications.list",
  method: "GET",
  path: "/api/notifications",
  summary: "What the caller was told, newest first.",
  query: z.strictObject({ before: z.optional(text(200)) }),
  response: z.object({
    notifications: z.array(notification),
    unread: z.number(),
    nextBefore: z.nullable(z.string()),
  }),
});

export const readNotifications = defineEndpoint({
  id: "notifications.read",
  method: "POST",
  path: "/api/notifications/read",
  summary: "Mark notifications as read: some by their ids, or all up to a moment.",
  body: z.strictObject({
    ids: z.optional(z.array(id).check(z.maxLength(NOTIFICATION_PAGE * 4))),
    upTo: z.optional(instant),
  }),
  response: z.object({ unread: z.number() }),
});

const choices = z.object({
  /** Kinds the user has turned off. */
  muted: z.array(z.enum(chosenKindNames)),
  /** Public key for the browser's push service; null when this server sends no push messages. */
  pushKey: z.nullable(z.string()),
});
export type NotificationChoices = z.infer<typeof choices>;

export const getNotificationChoices = defineEndpoint({
  id: "notifications.choices",
  method: "GET",
  path: "/api/notifications/choices",
  summary: "Which kinds the caller is told of, and the server's push key.",
  response: choices,
});

export const chooseNotifications = defineEndpoint({
  id: "notifications.choose",
  method: "PUT",
  path: "/api/notifications/choices",
  summary:
    "Switch kinds of notification off; those not named are on. What happens to the account itself is always told.",
  body: z.strictObject({
    muted: z.array(z.enum(chosenKindNames)).check(z.maxLength(chosenKindNames.length * 2)),
  }),
  response: choices,
});

/** Base64url, the form in which a browser supplies its keys. */
const key = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,200}={0,2}$/, "That is not a key of a browser."));
const pushEndpoint = filledText(2000).check(z.regex(/^https?:\/\//, "That is not a push address."));

export const subscribePush = defineEndpoint({
  id: "notifications.subscribe-push",
  method: "POST",
  path: "/api/push-subscriptions",
  summary: "Show notifications on this device, until the session ends.",
  queue: "never",
  body: z.strictObject({
    endpoint: pushEndpoint,
    expirationTime: z.optional(z.nullable(z.number())),
    keys: z.strictObject({ p256dh: key, auth: key }),
  }),
  response: z.object({ subscribed: z.boolean() }),
});

export const unsubscribePush = defineEndpoint({
  id: "notifications.unsubscribe-push",
  method: "DELETE",
  path: "/api/push-subscriptions",
  summary: "Show no notifications on this device any more.",
  queue: "never",
  body: z.strictObject({ endpoint: pushEndpoint }),
  response: z.object({ subscribed: z.boolean() }),
});
