import { queryOptions } from "@tanstack/react-query";
import { listModels } from "#shared/features/models/contract.ts";
import { getSettings } from "#shared/features/settings/contract.ts";
import { callWhenLoaded } from "#web/lib/server/call-when-loaded.ts";

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) => callWhenLoaded(getSettings, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: "always",
});

/** The model menu, with the models this user may use. */
export const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: ({ signal }) => callWhenLoaded(listModels, {}, { signal }),
  staleTime: 60_000,
});
