import { queryOptions } from "@tanstack/react-query";
import { campsLoadDelayMs } from "#shared/features/map/city/spec-constants.ts";
import { call } from "#web/lib/server/api-client.ts";

const contract = () => import("#shared/features/map/contract.ts");

export const campQueries = {
  /** The city of the festival; cached for the offline map. */
  city: () =>
    queryOptions({
      queryKey: ["city"],
      queryFn: async ({ signal }) => call((await contract()).getCity, {}, { signal }),
      staleTime: 10 * 60_000,
    }),
  /** One camp with its offers. */
  one: (campId: string) =>
    queryOptions({
      queryKey: ["camp", campId],
      queryFn: async ({ signal }) => call((await contract()).getCamp, { params: { campId } }, { signal }),
    }),
  all: () =>
    queryOptions({
      queryKey: ["camps"],
      // The service worker caches them for the offline map.
      meta: { isStored: false },
      queryFn: async ({ signal }) => {
        // Leave the whole bandwidth to the first map image.
        await new Promise((resolve) => setTimeout(resolve, campsLoadDelayMs));
        return call((await contract()).listCamps, {}, { signal, isCachedByWorker: true });
      },
    }),
};
