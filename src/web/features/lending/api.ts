import { queryOptions } from "@tanstack/react-query";
import { getCalendar, listLoans } from "#shared/features/lending/contract.ts";
import { call } from "#web/lib/server/api-client.ts";

export const lendingQueries = {
  mine: () =>
    queryOptions({
      queryKey: ["lending", "mine"],
      queryFn: async ({ signal }) => (await call(listLoans, { query: {} }, { signal })).loans,
    }),
  calendar: (resourceId: string) =>
    queryOptions({
      queryKey: ["lending", "calendar", resourceId],
      queryFn: async ({ signal }) => call(getCalendar, { params: { resourceId } }, { signal }),
    }),
};
