import { queryOptions } from "@tanstack/react-query";

/** All companions, as visible to the user. Query only once the user is identified. */
export const companionsQuery = queryOptions({
  queryKey: ["companions"],
  queryFn: async ({ signal }) => (await import("./apply-companion.ts")).askForCompanions(signal),
});
