import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { nextAttemptAt } from "#shared/outbox/operation.ts";
import { isOurs } from "#web/lib/server/ask-server.ts";
import { tryAgainNow } from "#web/lib/server/reachability.ts";
import { answerCamps, CAMPS, cacheCamps } from "#web/offline/copy/camp-cache.ts";
import { listOperations, SYNC_TAG, wake } from "#web/offline/outbox/outbox.ts";
import { storeShared } from "#web/offline/drafts/shared.ts";
import { drain } from "#web/offline/outbox/sender.ts";

interface WorkEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface WindowOfLooby {
  focus(): Promise<unknown>;
  navigate(path: string): Promise<unknown>;
}

/** What of a worker's global scope is used here: the page's own DOM types claim the name `self`. */
interface WorkerScope {
  /** Filled in by the build: every file of the shell with its revision. */
  __WB_MANIFEST: (PrecacheEntry | string)[];
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<WindowOfLooby[]>;
    openWindow(path: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: WorkEvent) => void): void;
  addEventListener(type: "sync", listener: (event: WorkEvent & { tag: string }) => void): void;
  addEventListener(
    type: "push",
    listener: (event: WorkEvent & { data: { json(): unknown } | null }) => void,
  ): void;
  addEventListener(
    type: "notificationclick",
    listener: (event: WorkEvent & { notification: Notification }) => void,
  ): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
}
declare const self: WorkerScope;

cleanupOutdatedCaches();
// A network that wants a sign-in first answers for our files, too: a page made of such answers would never work again.
addPlugins([
  { cacheWillUpdate: async ({ response }) => (response.ok && isOurs(response) ? response : null) },
]);
precacheAndRoute(self.__WB_MANIFEST);

// Every view is the same page; calls and downloads are answered by the server alone, and a network's sign-in by the network.
const denylist = [/^\/api\//, /^\/licences\//, /^\/\?network-sign-in$/];
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist }));

// The map must open without signal: camps are fetched when the worker is installed and renewed whenever they are asked for.
self.addEventListener("install", (event) => {
  event.waitUntil(cacheCamps().catch(() => undefined));
});
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === CAMPS,
  ({ request }) => answerCamps(request),
);

// Another app shares a text or a picture: kept here, and shown to the person, who says what it becomes. Any page could send such a
// form, so nothing else may come of it.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === "/share",
  async ({ request }) => {
    await storeShared(await request.formData()).catch(() => undefined); // the page then says that nothing is shared
    return Response.redirect("/?dialog=shared", 303);
  },
  "POST",
);

// A first visit, too, may lose the signal before it has opened every view. An update waits until the person says reload.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", ({ data }) => {
  if (data === "skip-waiting") void self.skipWaiting();
  if (data === "make-way") makeWay();
});

// The signal is back after the page was closed. The browser tries again later when this rejects. What is under way when a new
// version takes over is sent again by that, under the same key.
const { promise: hasToMakeWay, resolve: makeWay } = Promise.withResolvers<void>();
self.addEventListener("sync", (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(Promise.race([sendQueued(), hasToMakeWay]));
});

// The server has something to tell while Looby is closed. A browser wants every message to be shown.
self.addEventListener("push", (event) => {
  const { title, text, id, link } = readMessage(event.data);
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      // The same message again takes the place of the first.
      tag: id,
      icon: "/icon-192.png",
      data: { link },
    }),
  );
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { link } = readMessage({ json: () => event.notification.data });
  event.waitUntil(openPage(link));
});

interface PushMessage {
  title: string;
  text: string;
  id: string;
  /** A path of the page. */
  link: string;
}

function readMessage(data: { json(): unknown } | null): PushMessage {
  let given: unknown = null;
  try {
    given = data?.json();
  } catch {
    // Not ours; shown all the same.
  }
  const textField = (key: string, otherwise: string): string => {
    const value: unknown = typeof given === "object" && given !== null ? Reflect.get(given, key) : null;
    return typeof value === "string" ? value : otherwise;
  };
  const link = textField("link", "/");
  return {
    title: textField("title", "Looby"),
    text: textField("text", "There is news for you."),
    id: textField("id", "news"),
    link: /^\/(?!\/)/.test(link) ? link : "/",
  };
}

async function openPage(path: string): Promise<void> {
  const [open] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  await open.focus();
  // Refused for a window the worker does not control yet.
  await open.navigate(path).catch(() => self.clients.openWindow(path));
}

async function sendQueued(): Promise<void> {
  // The browser says that the signal is back: no need to wait out the pause.
  tryAgainNow();
  await wake();
  await drain();
  if (nextAttemptAt(await listOperations()) !== null) throw new Error("the outbox still holds writes");
}
