import { queryOptions } from "@tanstack/react-query";
import { getProfile } from "#shared/features/profile/contract.ts";
import { call } from "#web/lib/server/api-client.ts";

/** Profile of a user with an account; do not query it for visitors. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: async ({ signal }) => call(getProfile, { query: {} }, { signal }),
});
