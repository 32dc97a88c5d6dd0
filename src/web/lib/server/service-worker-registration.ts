import { isOtherBuild, serverBuild } from "./ask-server.ts";
import { showToast } from "#web/ui/overlay/toast.ts";

/** Milliseconds between update checks of a page that stays open for days. */
const UPDATE_CHECK_MS = 60 * 60_000;
/** Milliseconds after which "Reload" reloads the page even if the new version has not taken over yet. */
const CHANGE_PATIENCE_MS = 5000;

/**
 * Registers the service worker after the page has loaded, so that precaching does not compete with the first paint. When a new
 * version is ready, offers to reload; the user decides when, because a half-written form would be lost.
 * A browser without service workers, or a plain-http address other than localhost, works online only.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD) return;
  if (!("serviceWorker" in navigator)) return watchWithoutWorker();
  const register = (): void => {
    // Refused (private window, full disk): the page then needs a connection to open; everything else works.
    navigator.serviceWorker.register("/service-worker.js").then(watchForUpdates, watchWithoutWorker);
  };
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}

/** @param registration undefined where an extension or a test replaces the browser's function and registers nothing */
function watchForUpdates(registration: ServiceWorkerRegistration | undefined): void {
  if (registration === undefined) return watchWithoutWorker();
  let isReloading = false;
  let hasWorker = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (isReloading) location.reload();
    // Another window has activated the new version. A page's first worker is not an update.
    else if (hasWorker) offerReload(() => location.reload());
    hasWorker = true;
  });
  const offer = (): void =>
    offerReload(() => {
      isReloading = true;
      if (registration.waiting === null) {
        location.reload();
        return;
      }
      // The browser lets the old worker finish first, which takes minutes if it is sending on a weak connection.
      registration.active?.postMessage("make-way");
      registration.waiting.postMessage("skip-waiting");
      setTimeout(() => location.reload(), CHANGE_PATIENCE_MS);
    });
  if (registration.waiting !== null && hasWorker) offer();
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => {
      if (next.state === "installed" && hasWorker) offer();
    });
  });
  const look = () => void registration.update().catch(() => undefined); // offline: next time
  setInterval(look, UPDATE_CHECK_MS);
  // A page that was reloaded past the worker gets no offer from it.
  watchBuilds(() => (hasWorker ? look() : offerReload(() => location.reload())));
}

function watchWithoutWorker(): void {
  watchBuilds(() => offerReload(() => location.reload()));
}

/** Calls back when the server serves another build of the page than this one. */
function watchBuilds(onOther: () => void): void {
  const compare = (): void => {
    if (isOtherBuild()) onOther();
  };
  serverBuild.subscribe(compare);
  compare();
}

function offerReload(reload: () => void): void {
  const toast = { kind: "info", isLasting: true, topic: "new-version" } as const;
  const run = (): void => {
    // The new version may take seconds to take over.
    showToast({ ...toast, text: "Reloading..." });
    reload();
  };
  showToast({ ...toast, text: "A new version is ready.", action: { label: "Reload", run } });
}
