import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/api-client.ts";

/** The contract brings its schemas along: it is fetched with the first call, after the first paint. */
const contract = () => import("#shared/features/settings/contract.ts");

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: async ({ signal }) => call((await contract()).getSettings, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: "always",
});
