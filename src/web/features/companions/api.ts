import { queryOptions } from "@tanstack/react-query";

/** All companions as the person may see them. Ask only once it is known who that is. */
export const companionsQuery = queryOptions({
  queryKey: ["companions"],
  queryFn: async ({ signal }) => (await import("./apply-companion.ts")).askForCompanions(signal),
});
