import { queryOptions } from "@tanstack/react-query";
import { callWhenLoaded } from "#web/lib/server/call-when-loaded.ts";

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) =>
    callWhenLoaded(
      import("#shared/features/settings/contract.ts").then(({ getSettings }) => getSettings),
      {},
      { signal },
    ),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: "always",
});

/** The model menu, with the models this user may use. */
export const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: ({ signal }) =>
    callWhenLoaded(
      import("#shared/features/models/contract.ts").then(({ listModels }) => listModels),
      {},
      { signal },
    ),
  staleTime: 60_000,
});
