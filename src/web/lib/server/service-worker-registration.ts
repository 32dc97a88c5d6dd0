import { showToast } from "#web/ui/overlay/toast.ts";

/** A page that stays open for days looks for a new version this often, in milliseconds. */
const UPDATE_CHECK_MS = 60 * 60_000;
/** Who said "Reload" sees a reload after so many milliseconds, even if the new version has not taken over by then. */
const CHANGE_PATIENCE_MS = 5000;

/**
 * Registers the service worker once the page has loaded, so that precaching never competes with the first paint, and offers
 * a new version when one is ready: the person says when, because a half-written form would be lost.
 * A browser without service workers, or a plain-http address that is not localhost, simply works online only.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = (): void => {
    // Refused (private window, full disk): the page then needs a connection to open, and everything else works.
    navigator.serviceWorker.register("/service-worker.js").then(watchForUpdates, () => {});
  };
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}

/** @param registration undefined where something (an extension, a test) stands in for the browser and registers nothing */
function watchForUpdates(registration: ServiceWorkerRegistration | undefined): void {
  if (registration === undefined) return;
  let isReloading = false;
  let hasWorker = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (isReloading) location.reload();
    // Another window has taken the new version; a page's first worker is no news.
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
      // A browser lets the old one finish first, for minutes if it sends on a weak signal.
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
  setInterval(() => {
    registration.update().catch(() => undefined); // no signal: next time
  }, UPDATE_CHECK_MS);
}

function offerReload(reload: () => void): void {
  showToast({
    kind: "info",
    text: "A new version is ready.",
    action: { label: "Reload", run: reload },
    isLasting: true,
  });
}
