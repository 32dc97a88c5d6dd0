import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { rememberUser, sessionQuery } from "#web/features/account/session.ts";
import { catchInstallPrompt } from "#web/lib/device/install-prompt.ts";
import { whenCleared } from "#web/offline/database.ts";
import { putBack } from "#web/offline/outbox/outbox.ts";
import { outboxView } from "#web/offline/outbox/outbox-view.ts";
import { startOffline } from "#web/offline/start-offline.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { watchForDanger } from "./watch-for-danger.ts";
// Loaded ahead, to be available when the connection is lost.
import "#web/ui/state/connection-words.tsx";

/**
 * Starts the page's background work: sends queued writes, and notifies signed-in users.
 * @param open navigates to a path of this page; with `replace` in place of the current entry of the history
 */
export function startBackgroundTasks(
  client: QueryClient,
  open: (path: string, replace?: boolean) => void,
): void {
  // The browser fires the event after it has checked the manifest and its icons, which is later than this.
  catchInstallPrompt();
  startOffline(client);
  whenCleared(() => {
    const { operations } = outboxView.get();
    void rememberUser(client.getQueryData(sessionQuery.queryKey) ?? null)
      .then(() => putBack(operations))
      .catch(() => undefined);
    // The cookies may be gone, too.
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  });
  void import("./refresh-local-copy.ts").then(
    ({ refreshLocalCopy }) => refreshLocalCopy(client),
    () => undefined,
  );
  watchForDanger((kind) => {
    // Help replaces an open dialog, so that one step back leads to the page below and not to a form that was sent.
    open(`${location.pathname}?dialog=help&kind=${kind}`, location.search.includes("dialog="));
  });
  void import("#web/features/device/offer-install.ts").then(
    ({ offerInstall }) => offerInstall(() => open("/?dialog=settings&settings-tab=device")),
    () => undefined,
  );
  let listening: { userId: string; end: AbortController } | null = null;
  const follow = (userId: string | null) => {
    if (listening?.userId === userId) return;
    listening?.end.abort();
    listening = null;
    if (userId === null) return;
    const end = new AbortController();
    listening = { userId, end };
    // Not in time (the page was left, or the connection lost): the next sign-in or visit follows.
    void import("./follow-user.ts").then(
      ({ followUser }) => followUser({ client, open, userId, end: end.signal }),
      () => undefined,
    );
  };
  // Visitors get no notifications: they find their matches when they look.
  new QueryObserver(client, { ...sessionQuery, enabled: false }).subscribe(({ data }) => {
    // A sign-out on this page leaves no session data for a moment. A user who turns into a visitor at once was signed out elsewhere.
    if (data?.isAnonymous === true && listening !== null) sayGoodbye();
    follow(data === undefined || data.isAnonymous ? null : data.userId);
  });
  const known = client.getQueryData(sessionQuery.queryKey);
  if (known !== undefined && !known.isAnonymous) follow(known.userId);
}

function sayGoodbye(): void {
  showToast({
    kind: "info",
    text: "You are signed out on this device. What waits here stays until you sign in again.",
    isLasting: true,
  });
}
