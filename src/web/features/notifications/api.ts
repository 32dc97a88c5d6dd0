import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/server/api-client.ts";

const contract = () => import("#shared/features/notifications/contract.ts");

export const notificationQueries = {
  /** The newest page, cached for offline use. */
  newest: () =>
    queryOptions({
      queryKey: ["notifications", "newest"],
      queryFn: async ({ signal }) => call((await contract()).listNotifications, { query: {} }, { signal }),
    }),
  choices: () =>
    queryOptions({
      queryKey: ["notifications", "choices"],
      queryFn: async ({ signal }) => call((await contract()).getNotificationChoices, {}, { signal }),
    }),
};

/** An older page; not cached. @param before `nextBefore` of the previous page */
export async function olderNotifications(before: string) {
  return await call((await contract()).listNotifications, { query: { before } });
}
