import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { countWaiting } from "#shared/features/lending/waiting.ts";
import { LEAVING, sessionQuery } from "#web/features/account/session.ts";
import { chat } from "#web/features/chat/store/use-chat.ts";
import { renewPush } from "#web/features/notifications/device-push.ts";
import { followNotifications } from "#web/features/notifications/live-notifications.ts";
import { onLiveEvent, startListening } from "#web/lib/server/live-events.ts";
import { lendingQueries } from "#web/features/lending/api.ts";
import { forgetThing } from "#web/offline/copy/forget-thing.ts";
import { waitingCount } from "#web/lib/waiting.ts";

interface FollowedUser {
  client: QueryClient;
  /** Navigates to a path of this page. */
  open: (path: string) => void;
  userId: string;
  /** Aborted when the user has left. */
  end: AbortSignal;
}

/** Shows a signed-in user's notifications as they arrive and refetches the data they concern. */
export function followUser({ client, open, userId, end }: FollowedUser): void {
  if (end.aborted) return;
  const onNews = (kind: string) => {
    for (const feature of changedBy[kind] ?? []) void client.invalidateQueries({ queryKey: [feature] });
  };
  const stops = [
    followNotifications({ client, open, onNews }),
    onLiveEvent(({ event, data }) => {
      if (event === "memory-described") void client.invalidateQueries({ queryKey: ["memories"] });
      const feature = deletedFrom[event];
      if (feature !== undefined) void forgetDeleted(client, feature, (data as { id: string }).id);
    }),
  ];
  end.addEventListener("abort", () => stops.forEach((stop) => stop()), { once: true });
  followWaiting(client, end);
  // Failures here are retried automatically or do not need a message. The server ends the stream with the session.
  startListening(end)
    .then(async () => {
      // Signing out on this page also ends the stream, and shows its own message.
      if (end.aborted || client.isMutating({ mutationKey: LEAVING }) > 0) return;
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    })
    .catch(() => undefined);
  renewPush(userId).catch(() => undefined);
}

/** The first part of the keys of the queries that name a deleted thing, by the event of its deletion. */
const deletedFrom: Record<string, string> = { "thread-deleted": "chat", "resource-deleted": "resources" };

/** Removes a thing from this page that was deleted on another device. */
async function forgetDeleted(client: QueryClient, feature: string, id: string): Promise<void> {
  chat.later((store) => store.forget(id));
  await forgetThing(id).catch(() => undefined); // a browser without storage
  await client.invalidateQueries({ queryKey: [feature] });
}

/** The queries to refetch after a notification, by its kind: the first part of their keys. */
const changedBy: Record<string, readonly string[]> = {
  borrowing: ["lending", "resources"],
  need: ["needs"],
  membership: ["communities"],
  library: ["resources"],
};

/** Updates the number beside "You" for a signed-in user. @param end aborted when the user has left */
function followWaiting(client: QueryClient, end: AbortSignal): void {
  if (end.aborted) return;
  const observer = new QueryObserver(client, lendingQueries.mine());
  const stop = observer.subscribe(({ data }) => waitingCount.set(countWaiting(data ?? [], new Date())));
  end.addEventListener("abort", () => {
    stop();
    waitingCount.set(0);
  });
}
