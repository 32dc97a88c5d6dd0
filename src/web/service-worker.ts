import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { listCamps } from "#shared/features/map/contract.ts";
import { shellFile } from "#shared/http/shell-file.ts";
import { nextAttemptAt } from "#shared/outbox/operation.ts";
import { isOurs } from "#web/lib/server/ask-server.ts";
import { tryAgainNow } from "#web/lib/server/reachability.ts";
import { answerCamps, cacheCamps } from "#web/offline/copy/camp-cache.ts";
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

/** The parts of a worker's global scope used here. Declared by hand, because the page's DOM types already define `self`. */
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
// A captive portal also responds to requests for our files. A page cached from such a response would never work again.
addPlugins([
  { cacheWillUpdate: async ({ response }) => (response.ok && isOurs(response) ? response : null) },
]);
precacheAndRoute(self.__WB_MANIFEST);

// Every view has a page with its first paint. The shell never answers API calls, downloads or a captive portal's sign-in.
const denylist = [/^\/api\//, /^\/licences\//, /^\/\?network-sign-in$/];
registerRoute(
  new NavigationRoute(
    ({ url, ...rest }) => createHandlerBoundToURL(`/${shellFile(url.pathname)}`)({ url, ...rest }),
    {
      denylist,
    },
  ),
);

// The map must open offline: camps are fetched when the worker is installed and refreshed with every request.
self.addEventListener("install", (event) => {
  event.waitUntil(cacheCamps().catch(() => undefined));
});
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === listCamps.path,
  ({ request }) => answerCamps(request),
);

// Another app shares a text or a picture: store it and show it to the user, who decides how to use it. Do nothing else, because any page
// could send such a form.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === "/share",
  async ({ request }) => {
    await storeShared(await request.formData()).catch(() => undefined); // the page then reports that nothing was shared
    return Response.redirect("/?dialog=shared", 303);
  },
  "POST",
);

// Take control at once, because even a first visit may lose the connection before every view was opened. An update waits until the user
// chooses to reload.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", ({ data }) => {
  if (data === "skip-waiting") void self.skipWaiting();
  if (data === "make-way") makeWay();
});

// The connection is back after the page was closed. If this rejects, the browser retries later. When a new version takes over, requests in
// flight are sent again with the same idempotency key.
const { promise: hasToMakeWay, resolve: makeWay } = Promise.withResolvers<void>();
self.addEventListener("sync", (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(Promise.race([sendQueued(), hasToMakeWay]));
});

// A push message while Looby is closed. Browsers require that every message is shown.
self.addEventListener("push", (event) => {
  const { title, text, id, link } = readMessage(event.data);
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      // A repeated message replaces the first.
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
  /** A path of this page. */
  link: string;
}

function readMessage(data: { json(): unknown } | null): PushMessage {
  let message: unknown = null;
  try {
    message = data?.json();
  } catch {
    // Not one of our messages; it is shown all the same.
  }
  const textField = (key: string, otherwise: string): string => {
    const value: unknown = typeof message === "object" && message !== null ? Reflect.get(message, key) : null;
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
  // Rejects for a window the worker does not control yet.
  await open.navigate(path).catch(() => self.clients.openWindow(path));
}

async function sendQueued(): Promise<void> {
  // The browser reports a connection, so do not wait for the end of the pause.
  tryAgainNow();
  await wake();
  await drain();
  if (nextAttemptAt(await listOperations()) !== null) throw new Error("the outbox still holds writes");
}
