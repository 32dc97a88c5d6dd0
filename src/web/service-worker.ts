import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { nextAttemptAt } from "#shared/outbox/operation.ts";
import { listOperations, SYNC_TAG, wake } from "./offline/outbox.ts";
import { drain } from "./offline/sender.ts";

interface WorkEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** What of a worker's global scope is used here: the page's own DOM types claim the name `self`. */
interface WorkerScope {
  /** Filled in by the build: every file of the shell with its revision. */
  __WB_MANIFEST: (PrecacheEntry | string)[];
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: WorkEvent) => void): void;
  addEventListener(type: "sync", listener: (event: WorkEvent & { tag: string }) => void): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
}
declare const self: WorkerScope;

const CAMPS = "/api/playaCamps";
const CAMP_CACHE = "looby-camps";
/** Milliseconds a map waits for fresh camps when there are kept ones. */
const CAMP_PATIENCE_MS = 4000;

cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);

// Every view is the same page; calls and downloads are answered by the server alone.
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: [/^\/api\//] }));

// The map must open without signal: camps are fetched when the worker is installed and renewed whenever they are asked for.
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CAMP_CACHE).then((cache) => cache.add(CAMPS).catch(() => undefined)));
});
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === CAMPS,
  ({ request }) => answerCamps(request),
);

// A first visit, too, may lose the signal before it has opened every view. An update waits until the person says reload.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", ({ data }) => {
  if (data === "skip-waiting") void self.skipWaiting();
});

// The signal is back after the page was closed. The browser tries again later when this rejects.
self.addEventListener("sync", (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(sendKept());
});

async function answerCamps(request: Request): Promise<Response> {
  const cache = await caches.open(CAMP_CACHE);
  const kept = await cache.match(CAMPS);
  const fresh = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(CAMPS, response.clone());
    return response.ok ? response : (kept ?? response);
  });
  if (kept === undefined) return await fresh;
  const patience = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), CAMP_PATIENCE_MS));
  return await Promise.race([fresh.catch(() => kept), patience]);
}

async function sendKept(): Promise<void> {
  await wake();
  await drain();
  if (nextAttemptAt(await listOperations()) !== null) throw new Error("the outbox still holds writes");
}
