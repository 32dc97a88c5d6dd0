import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/server/api-client.ts";

/** Milliseconds. */
const PATIENCE = 15_000;

/** The user's newest memories and their links. Its key is below the archive's, so that a refresh fetches both. */
export function graphQuery(userId: string) {
  return queryOptions({
    queryKey: ["memories", "graph", userId],
    queryFn: async ({ signal }) => {
      const { getConnections } = await import("#shared/features/memories/knowledge-contract.ts");
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
      return await call(getConnections, { query: { userId } }, { signal: inTime });
    },
    refetchOnMount: "always",
  });
}
