import { reachability } from "#web/lib/server/reachability.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import { savesData } from "#web/offline/copy/copy-state.ts";

/** Milliseconds after the page's start, so that the user's own requests are sent first. */
const AFTER_ARRIVAL_MS = 5000;

/**
 * Loads the offline chat while no service worker has cached its code: on a first visit over a slow line, and in a browser without
 * workers. Otherwise the questions of a user who loses the connection would only wait. After a failure, it tries again when the
 * connection changes. Never while data saving is on.
 */
export function keepOfflineChat(load = loadParts): void {
  let isDone = false;
  const tryLoad = () => {
    if (isDone || savesData() || hasWorker()) return;
    whenIdle(() => {
      void load().then(
        () => {
          isDone = true;
        },
        () => undefined, // no connection: the next change of the connection tries again
      );
    });
  };
  setTimeout(() => {
    reachability.subscribe(tryLoad);
    tryLoad();
  }, AFTER_ARRIVAL_MS);
}

async function loadParts(): Promise<void> {
  await import("#web/ui/overlay/toast-viewport.tsx");
  await import("#web/ui/overlay/confirm-body.tsx");
  await (await import("#web/features/chat/offline/load-offline-chat.ts")).loadOfflineChat();
}

function hasWorker(): boolean {
  return "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
}
