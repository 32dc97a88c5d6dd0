import type { QueryClient } from "@tanstack/react-query";
import { pageShown } from "#web/lib/page-shown.ts";
import { registerServiceWorker } from "#web/lib/server/service-worker-registration.ts";
import { keepTranslatable } from "#web/lib/translated-page.ts";
import { whenSettled } from "#web/lib/when-settled.ts";
import { listenForSetView } from "./set-view.ts";

/**
 * Starts what the first paint does not wait for.
 * @param go navigates to an address of this page; with `replace` it replaces the current history entry
 */
export function startAfterPaint(client: QueryClient, go: (href: string, replace?: boolean) => void): void {
  keepTranslatable();
  listenForSetView(window, go);
  whenSettled(registerServiceWorker);
  void pageShown.then(() =>
    whenSettled(
      () =>
        void import("#web/background/start-background-tasks.ts").then(
          ({ startBackgroundTasks }) => startBackgroundTasks(client, go),
          // The page was left or the connection lost while loading: the service worker sends the queue.
          () => undefined,
        ),
    ),
  );
}
