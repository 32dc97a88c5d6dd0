import { queryOptions } from "@tanstack/react-query";
import { campsLoadDelayMs } from "#shared/features/map/city/spec-constants.ts";
import { getCamp, getCity, listCamps } from "#shared/features/map/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { isAskedEarly } from "#web/lib/server/ask-server.ts";

export const campQueries = {
  /** The city of the festival; cached for the offline map. */
  city: () =>
    queryOptions({
      queryKey: ["city"],
      queryFn: async ({ signal }) => call(getCity, {}, { signal }),
      staleTime: 10 * 60_000,
    }),
  /** One camp with its offers. */
  one: (campId: string) =>
    queryOptions({
      queryKey: ["camp", campId],
      queryFn: async ({ signal }) => call(getCamp, { params: { campId } }, { signal }),
    }),
  all: () =>
    queryOptions({
      queryKey: ["camps"],
      // The service worker caches them for the offline map.
      meta: { isStored: false },
      queryFn: async ({ signal }) => {
        // Leave the whole bandwidth to the first map image. The view's HTML has waited already.
        if (!isAskedEarly(listCamps.path))
          await new Promise((resolve) => setTimeout(resolve, campsLoadDelayMs));
        return call(listCamps, {}, { signal, isCachedByWorker: true });
      },
    }),
};
