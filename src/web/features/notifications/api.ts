import { queryOptions } from "@tanstack/react-query";
import { getNotificationChoices, listNotifications } from "#shared/features/notifications/contract.ts";
import { call } from "#web/lib/server/api-client.ts";

export const notificationQueries = {
  /** The newest page, cached for offline use. */
  newest: () =>
    queryOptions({
      queryKey: ["notifications", "newest"],
      queryFn: async ({ signal }) => call(listNotifications, { query: {} }, { signal }),
    }),
  choices: () =>
    queryOptions({
      queryKey: ["notifications", "choices"],
      queryFn: async ({ signal }) => call(getNotificationChoices, {}, { signal }),
    }),
};

/** An older page; not cached. @param before `nextBefore` of the previous page */
export async function olderNotifications(before: string) {
  return await call(listNotifications, { query: { before } });
}
