import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/server/api-client.ts";

/** The contract brings its schemas along: it is fetched with the first call, after the first paint. */
const contract = () => import("#shared/features/settings/contract.ts");

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: async ({ signal }) => call((await contract()).getSettings, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: "always",
});

/** The model menu as this person may use it. */
export const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: async ({ signal }) =>
    call((await import("#shared/features/models/contract.ts")).listModels, {}, { signal }),
  staleTime: 60_000,
});
