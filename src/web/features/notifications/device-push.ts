import { subscribePush, unsubscribePush } from "#shared/features/notifications/contract.ts";
import { call } from "#web/lib/server/api-client.ts";

/** Whether this device shows notifications while Looby is closed, or the reason why not. */
export type DevicePush = "on" | "off" | "denied" | "unsupported";

/** Storage key for a hash of the user who turned push on. Other users of this device have not requested it. */
const WHOSE = "looby-push-of";

export async function devicePush(userId: string): Promise<DevicePush> {
  // Undefined on plain http, in private windows, and on an iPhone until Looby is on its home screen.
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  return subscription && localStorage.getItem(WHOSE) === (await markOf(userId)) ? "on" : "off";
}

/**
 * Asks the user for permission, subscribes at the browser's push service, and registers the subscription on the server.
 * @param key the server's public key
 * @throws DOMException when the browser's service cannot be reached; ApiError
 */
export async function turnPushOn(userId: string, key: string): Promise<DevicePush> {
  if ((await Notification.requestPermission()) !== "granted") return await devicePush(userId);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const subscription =
    known ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  await sendSubscription(subscription);
  localStorage.setItem(WHOSE, await markOf(userId));
  return "on";
}

export async function turnPushOff(userId: string): Promise<DevicePush> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  localStorage.removeItem(WHOSE);
  if (subscription) {
    await call(unsubscribePush, { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  return await devicePush(userId);
}

/** A subscription ends with its session, so a new session of the same user renews it. */
export async function renewPush(userId: string): Promise<void> {
  if ((await devicePush(userId)) !== "on") return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) await sendSubscription(subscription);
}

async function sendSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await call(subscribePush, {
    body: { endpoint: endpoint ?? "", keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } },
  });
}

/** A hash, because it is still stored after signing out and must not reveal the user. */
async function markOf(userId: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(userId));
  return [...new Uint8Array(digest).slice(0, 12)].join(".");
}
