import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/server/api-client.ts";

export type OutboundScope = "own" | "all";

/** The newest page. Always refetched: an old list would suggest that there were no calls since. */
export const outboundQuery = (scope: OutboundScope) =>
  queryOptions({
    queryKey: ["outbound", scope],
    queryFn: ({ signal }) => pageOf({ scope }, signal),
    meta: { isStored: false },
  });

/** @param before `nextBefore` of the previous page */
export async function olderCalls(scope: OutboundScope, before: string) {
  return await pageOf({ scope, before });
}

async function pageOf(query: { scope: OutboundScope; before?: string }, signal?: AbortSignal) {
  const { listOutboundCalls } = await import("#shared/features/outbound/contract.ts");
  return await call(listOutboundCalls, { query }, signal === undefined ? {} : { signal });
}
