import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import type { SessionUser } from "#shared/features/account/contract.ts";
import { hasAnswered, rememberUser, sessionQuery } from "#web/features/account/session.ts";
import { offerInstall } from "#web/features/device/offer-install.ts";
import { catchInstallPrompt } from "#web/lib/device/install-prompt.ts";
import { isNoted, SESSION_NOTE, SIGN_OUT_NOTE } from "#web/lib/server/session-note.ts";
import { whenCleared, whenMemoryChanges } from "#web/offline/database.ts";
import { putBack } from "#web/offline/outbox/outbox.ts";
import { outboxView } from "#web/offline/outbox/outbox-view.ts";
import { startOffline } from "#web/offline/start-offline.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { followUser } from "./follow-user.ts";
import { refreshLocalCopy } from "./refresh-local-copy.ts";
import { watchForDanger } from "./watch-for-danger.ts";
// Imported eagerly, so that it is available when the connection is lost.
import "#web/ui/state/connection-words.tsx";

const STORES_NOTHING =
  "This browser stores nothing for Looby right now. Leave this page open until what you write is sent.";

/**
 * Starts the page's background work: sends queued writes and notifies signed-in users.
 * @param open navigates to a path of this page; with `replace` it replaces the current history entry
 */
export function startBackgroundTasks(
  client: QueryClient,
  open: (path: string, replace?: boolean) => void,
): void {
  // The browser fires the event later than this, once it has checked the manifest and its icons.
  catchInstallPrompt();
  startOffline(client);
  whenCleared(() => {
    const { operations } = outboxView.get();
    void rememberUser(client.getQueryData(sessionQuery.queryKey) ?? null)
      .then(() => putBack(operations))
      .catch(() => undefined);
    // The cookies may have been deleted, too.
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  });
  whenMemoryChanges((isInMemory) => {
    const topic = "storage";
    if (isInMemory) showToast({ kind: "problem", text: STORES_NOTHING, topic });
    else showToast({ kind: "done", text: "This browser stores what you write again.", topic });
  });
  refreshLocalCopy(client);
  watchForDanger((kind) => {
    // Help replaces an open dialog, so that one step back leads to the page below and not to a submitted form.
    open(`${location.pathname}?dialog=help&kind=${kind}`, location.search.includes("dialog="));
  });
  offerInstall(() => open("/?dialog=settings&settings-tab=device"));
  let listening: { userId: string; end: AbortController } | null = null;
  const follow = (userId: string | null) => {
    if (listening?.userId === userId) return;
    listening?.end.abort();
    listening = null;
    if (userId === null) return;
    const end = new AbortController();
    listening = { userId, end };
    followUser({ client, open, userId, end: end.signal });
  };
  /** The last account of this page, also after its session ended elsewhere; null after a sign-out on this page. */
  let account: string | null = null;
  let isConfirmed = false;
  const noteUser = (user: SessionUser | undefined) => {
    // Visitors get no notifications: they see their matches when they open the page.
    const userId = user?.isAnonymous === false ? user.userId : null;
    // The words typed here are not for another account. A restored one may be outdated: a page that it made reload would restore it again.
    if (isConfirmed && userId !== null && ![userId, null].includes(account)) location.reload();
    if (userId !== null || user === undefined) account = userId;
    isConfirmed = hasAnswered(client);
    follow(userId);
  };
  // A view that shows nothing personal asks for no session, and must not open one for a visitor who only looks.
  const enabled = isNoted(SESSION_NOTE);
  new QueryObserver(client, { ...sessionQuery, enabled }).subscribe(({ data }) => {
    // A sign-out on this page leaves no session data for a moment. A user who becomes a visitor without that gap was signed out elsewhere.
    if (data?.isAnonymous === true && listening !== null) reportLeave();
    noteUser(data);
  });
  noteUser(client.getQueryData(sessionQuery.queryKey));
  // A sign-out in another tab, which may be offline.
  addEventListener("storage", ({ key, newValue }) => {
    const hasLeft = key === SIGN_OUT_NOTE ? newValue !== null : key === SESSION_NOTE && newValue === null;
    if (hasLeft && account !== null) location.reload();
  });
}

function reportLeave(): void {
  showToast({
    kind: "info",
    text: "You are signed out on this device. What waits here stays until you sign in again.",
    isLasting: true,
  });
}
