import { hashKey, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { SessionUser } from "#shared/features/account/contract.ts";
import { call } from "#web/lib/server/api-client.ts";

/** Who is using this page. The contract brings its schemas along: it is fetched with the call, after the first paint. */
export const sessionQuery = queryOptions({
  queryKey: ["account", "session"],
  queryFn: async ({ signal, client }): Promise<SessionUser> => {
    const { user } = await call(
      (await import("#shared/features/account/contract.ts")).getSession,
      {},
      { signal },
    );
    await rememberUser(user);
    const before = client.getQueryData<SessionUser>(["account", "session"]);
    if (before !== undefined && before.userId !== user.userId) void forgetOthers(client);
    return user;
  },
  staleTime: Number.POSITIVE_INFINITY,
  // Another tab may have signed in or out, or the session may have ended.
  refetchOnWindowFocus: "always",
  refetchOnReconnect: "always",
});

/** Who is using this page; null until the server has said it. */
export function useSession(): SessionUser | null {
  return useQuery(sessionQuery).data ?? null;
}

/** Everything on the page was the person's before: it is dropped, and what is in view is asked for again. */
export async function forgetOthers(client: QueryClient): Promise<void> {
  const session = hashKey(sessionQuery.queryKey);
  await client.resetQueries({ predicate: ({ queryHash }) => queryHash !== session });
}

/** Names the calls by which a person ends their session themselves. */
export const LEAVING = ["account", "leaving"];

/** Tells this device whose answers it keeps and whose writes it may send; null is nobody. */
export async function rememberUser(user: SessionUser | null): Promise<void> {
  try {
    await (await import("#web/offline/user/set-user.ts")).setUser(user?.userId ?? null, nameOf(user));
  } catch {
    // A browser that keeps nothing (private windows of some) has no outbox; signing in works all the same.
  }
}

function nameOf(user: SessionUser | null): string | null {
  return user === null || user.isAnonymous ? null : user.pseudonym;
}
