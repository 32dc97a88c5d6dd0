import { queryOptions } from "@tanstack/react-query";
import { searchAddresses } from "#shared/features/places/contract.ts";
import { call } from "#web/lib/server/api-client.ts";

/** @param isSubmitted Enter was pressed: also asks sources that must not be asked while a user types */
export function addressQuery(question: string, isSubmitted: boolean) {
  return queryOptions({
    queryKey: ["places", "search", question, isSubmitted],
    queryFn: async ({ signal }) => {
      const query = { q: question, ...(isSubmitted ? { submit: "true" as const } : {}) };
      return await call(searchAddresses, { query }, { signal });
    },
    // Suggestions for every pause in typing are not worth caching on the device.
    meta: { isStored: false },
    retry: false,
  });
}
