import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/server/api-client.ts";

/** Of a person with an account; ask for nobody else. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: async ({ signal }) =>
    call((await import("#shared/features/profile/contract.ts")).getProfile, { query: {} }, { signal }),
});
