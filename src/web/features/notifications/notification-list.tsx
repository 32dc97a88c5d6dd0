import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Notification } from "#shared/features/notifications/contract.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import { notificationQueries, olderNotifications } from "./api.ts";
import styles from "./notification-list.module.css";
import { NotificationRow } from "./notification-row.tsx";
import { markRead } from "./notification-operations.ts";

/** The user's notifications, newest first. @param onOpen opens a path of this page */
export function NotificationList({ onOpen }: { onOpen: (path: string) => void }) {
  const newest = useQuery(notificationQueries.newest());
  const older = useOlder(newest.data?.nextBefore ?? null);
  const client = useQueryClient();
  if (newest.data === undefined) {
    return (
      <QueryState query={newest} title="Your notifications did not load" label="Loading your notifications" />
    );
  }
  const { notifications, unread } = newest.data;
  const mark = async (which: { ids: string[] } | { upTo: string }) => markRead(client, which);
  const [latest] = notifications;
  if (latest === undefined) {
    return (
      <>
        <EmptyState
          title="Nothing yet"
          text="When someone asks to borrow from you, answers you or has what you need, it appears here."
        />
        <AsOf of={newest} />
      </>
    );
  }
  return (
    <div className={styles.all}>
      <AsOf of={newest} />
      {unread === 0 ? null : (
        <div className={styles.top}>
          <p>{`${unread} new`}</p>
          <Button onClick={() => void mark({ upTo: latest.createdAt })}>Mark all as read</Button>
        </div>
      )}
      <ul className={styles.list} aria-label="Notifications">
        {[...notifications, ...older.shown].map((notification) => (
          <NotificationRow
            key={notification.id}
            notification={notification}
            onOpen={() => {
              if (!notification.isRead) void mark({ ids: [notification.id] });
              if (notification.link !== null) onOpen(notification.link);
            }}
          />
        ))}
      </ul>
      <FormMessage message={older.problem} />
      {older.next === null ? null : (
        <Button isBusy={older.isLoading} onClick={() => void older.load()}>
          {older.isLoading ? "Loading..." : "Show older"}
        </Button>
      )}
    </div>
  );
}

/** The older pages loaded so far. */
function useOlder(first: string | null) {
  const [pages, setPages] = useState<{ shown: Notification[]; next: string | null } | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const next = pages === null ? first : pages.next;
  async function load(): Promise<void> {
    if (next === null) return;
    setIsLoading(true);
    setProblem(null);
    try {
      const page = await olderNotifications(next);
      setPages({ shown: [...(pages?.shown ?? []), ...page.notifications], next: page.nextBefore });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Older ones did not load. Please try again.");
    }
    setIsLoading(false);
  }
  return { shown: pages?.shown ?? [], next, isLoading, problem, load };
}
