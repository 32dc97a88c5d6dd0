import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/server/api-client.ts";
import { getProfile } from "#shared/features/profile/contract.ts";

/** Profile of a user with an account; do not query it for visitors. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: async ({ signal }) => call(getProfile, { query: {} }, { signal }),
});
