import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/server/api-client.ts";

/** Milliseconds. */
const PATIENCE = 15_000;

/** The newest of a person's memories and what links them. Below the archive's key, so that its refresh asks for both. */
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
