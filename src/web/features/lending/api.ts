import { queriesOf } from "#web/lib/server/queries-of.ts";

const query = queriesOf(() => import("#shared/features/lending/contract.ts"));

export const lendingQueries = {
  mine: () => query(["lending", "mine"], (all) => all.listLoans, { query: {} }, ({ loans }) => loans),
  calendar: (resourceId: string) =>
    query(["lending", "calendar", resourceId], (all) => all.getCalendar, { params: { resourceId } }),
};
