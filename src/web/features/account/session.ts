import { hashKey, type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionUser } from "#shared/features/account/contract.ts";
import { callWhenLoaded } from "#web/lib/server/call-when-loaded.ts";

/** The user of this page. The contract brings its schemas along, so it is loaded with the call, after the first paint. */
export const sessionQuery = queryOptions({
  queryKey: ["account", "session"],
  queryFn: async ({ signal, client }): Promise<SessionUser> => {
    const { user } = await callWhenLoaded(
      import("#shared/features/account/contract.ts").then(({ getSession }) => getSession),
      {},
      { signal },
    );
    // Signed out meanwhile: the phone must not become this user's again.
    signal.throwIfAborted();
    heardBy.add(client);
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

/** Who uses this page, as far as it knows. Only a `guest` may be called one: the server has said so, or they have just signed out. */
export type Who =
  | { kind: "unknown"; user: null; error: Error | null }
  /** Null until the server has named the visitor. */
  | { kind: "guest"; user: SessionUser | null }
  /** A person, possibly the last known one of this device: the server has not contradicted yet. */
  | { kind: "person"; user: SessionUser };

/**
 * Who uses this page. A person this device knows is shown at once. That it last had a guest is not enough to call its user a guest:
 * until the server answers or cannot be reached, that stays unknown.
 */
export function useWho(): Who {
  const client = useQueryClient();
  const { data, error, failureCount, dataUpdatedAt } = useQuery(sessionQuery);
  // An answer equal to the restored one changes nothing but its time, and only what is read here renders again.
  void dataUpdatedAt;
  const hasFailed = error !== null || failureCount > 0;
  return whoIs(data, { isHeard: heardBy.has(client), hasFailed, hasLeft: leftBy.has(client), error });
}

/**
 * @param asked `isHeard`: the server has answered this page. `hasLeft`: its user has signed out on it, which needs no answer, so it also
 * holds offline
 */
export function whoIs(
  user: SessionUser | undefined,
  asked: { isHeard: boolean; hasFailed: boolean; hasLeft: boolean; error: Error | null },
): Who {
  if (user === undefined && asked.hasLeft) return { kind: "guest", user: null };
  if (user === undefined) return { kind: "unknown", user: null, error: asked.error };
  if (!user.isAnonymous) return { kind: "person", user };
  if (asked.isHeard || asked.hasFailed) return { kind: "guest", user };
  return { kind: "unknown", user: null, error: null };
}

/** Clients with an answer of the server, which a restored one is not. */
const heardBy = new WeakSet<QueryClient>();
/** Clients whose user has signed out. */
const leftBy = new WeakSet<QueryClient>();

/** Notes that the user of this page has signed out. */
export function noteLeft(client: QueryClient): void {
  leftBy.add(client);
}

/** The user of this page, visitors too; null until the server or this device has named them. To tell a guest from a person, see `useWho`. */
export function useSession(): SessionUser | null {
  return useQuery(sessionQuery).data ?? null;
}

/** Drops all data of the previous user, and refetches what is in view. */
export async function forgetOthers(client: QueryClient): Promise<void> {
  const session = hashKey(sessionQuery.queryKey);
  await client.resetQueries({ predicate: ({ queryHash }) => queryHash !== session });
}

/** Mutation key of the calls by which a user ends their own session. */
export const LEAVING = ["account", "leaving"];

/** Tells this device whose answers it caches and whose writes it may send; null for nobody. */
export async function rememberUser(user: SessionUser | null): Promise<void> {
  try {
    await (await import("#web/offline/user/set-user.ts")).setUser(user?.userId ?? null, nameOf(user));
  } catch {
    // A browser without storage (some private windows) has no outbox; signing in works all the same.
  }
}

function nameOf(user: SessionUser | null): string | null {
  return user === null || user.isAnonymous ? null : user.pseudonym;
}
