import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { LEAVING, sessionQuery } from "#web/features/account/session.ts";
import { offerInstall } from "#web/features/device/offer-install.ts";
import { renewPush } from "#web/features/notifications/device-push.ts";
import { followNotifications } from "#web/features/notifications/live-notifications.ts";
import { catchInstallPrompt } from "#web/lib/device/install-prompt.ts";
import { onLiveEvent, startListening } from "#web/lib/server/live-events.ts";
import { startOffline } from "#web/offline/start-offline.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { refreshLocalCopy } from "./refresh-local-copy.ts";
import { watchForDanger } from "./watch-for-danger.ts";
// At hand before the signal goes.
import "#web/ui/state/connection-words.tsx";

/**
 * Everything of the page that works behind its back: what waits is sent, and who is signed in is told what happens.
 * @param open goes to an address of this page
 */
export function startBackgroundTasks(client: QueryClient, open: (path: string) => void): void {
  // The browser offers it once it has looked at the manifest and its icons, which is later than this.
  catchInstallPrompt();
  startOffline(client);
  refreshLocalCopy(client);
  watchForDanger((kind) => {
    // Over whatever is open: the page stays, its dialog gives way.
    const here = new URL(location.href);
    here.search = "";
    here.searchParams.set("dialog", "help");
    here.searchParams.set("kind", kind);
    open(here.pathname + here.search);
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
    const onNews = (kind: string) => {
      for (const feature of changedBy[kind] ?? []) void client.invalidateQueries({ queryKey: [feature] });
    };
    const stops = [
      followNotifications({ client, open, onNews }),
      onLiveEvent(({ event }) => {
        if (event === "memory-described") void client.invalidateQueries({ queryKey: ["memories"] });
      }),
    ];
    end.signal.addEventListener("abort", () => stops.forEach((stop) => stop()), { once: true });
    // What goes wrong here is tried again by itself, or not worth a word. The server ends it with the session.
    startListening(end.signal)
      .then(async () => {
        // Signing out here ends it, too, and says so itself.
        if (end.signal.aborted || client.isMutating({ mutationKey: LEAVING }) > 0) return;
        await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
      })
      .catch(() => undefined);
    renewPush(userId).catch(() => undefined);
  };
  // A visitor has nobody to be told by; they find their matches when they look.
  new QueryObserver(client, { ...sessionQuery, enabled: false }).subscribe(({ data }) => {
    // Who signs out here is nobody for a moment; who becomes a visitor at once was signed out elsewhere.
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

/** What is asked for again after a notification of a kind: the first words of query keys. */
const changedBy: Record<string, readonly string[]> = {
  borrowing: ["lending", "resources"],
  need: ["needs"],
  membership: ["communities"],
  library: ["resources"],
};
