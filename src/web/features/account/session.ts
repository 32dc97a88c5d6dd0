import { hashKey, type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { getSession, type SessionUser } from "#shared/features/account/contract.ts";
import { callWhenLoaded } from "#web/lib/server/call-when-loaded.ts";

/** The user of this page. */
export const sessionQuery = queryOptions({
  queryKey: ["account", "session"],
  queryFn: async ({ signal, client }): Promise<SessionUser> => {
    const { user } = await callWhenLoaded(getSession, {}, { signal });
    // The user has signed out during the request: do not assign the phone to them again.
    signal.throwIfAborted();
    answeredClients.add(client);
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

/**
 * The user of this page, as far as the page can determine. A user is a `guest` only after the server confirmed it or after signing out
 * here.
 */
export type Who =
  | { kind: "unknown"; user: null; error: Error | null }
  /** Null until the server has identified the visitor. */
  | { kind: "guest"; user: SessionUser | null }
  /** A user with an account. Possibly the last known user of this device, whom the server has not confirmed yet. */
  | { kind: "person"; user: SessionUser };

/**
 * The user of this page. A user known to this device is shown immediately. That the last user was a guest does not prove that this one is:
 * the kind stays `unknown` until the server responds or cannot be reached.
 */
export function useWho(): Who {
  const client = useQueryClient();
  const { data, error, failureCount, dataUpdatedAt } = useQuery(sessionQuery);
  // A response equal to the restored one changes only its time, and only the fields read here cause a render.
  void dataUpdatedAt;
  const hasFailed = error !== null || failureCount > 0;
  return whoIs(data, {
    hasResponse: hasAnswered(client),
    hasFailed,
    hasLeft: leftBy.has(client),
    error,
  });
}

/**
 * @param asked `hasResponse`: the server has responded to this page. `hasFailed`: it did not respond, or responded with an error. `hasLeft`: the
 * user has signed out on this page, which needs no response and is therefore valid offline, too
 */
export function whoIs(
  user: SessionUser | undefined,
  asked: { hasResponse: boolean; hasFailed: boolean; hasLeft: boolean; error: Error | null },
): Who {
  if (user === undefined && asked.hasLeft) return { kind: "guest", user: null };
  if (user === undefined) return { kind: "unknown", user: null, error: asked.error };
  if (!user.isAnonymous) return { kind: "person", user };
  if (asked.hasResponse || asked.hasFailed) return { kind: "guest", user };
  return { kind: "unknown", user: null, error: null };
}

/** Clients with a response from the server. */
const answeredClients = new WeakSet<QueryClient>();
/** Whether the server has identified the user of this page, as opposed to a restored one. */
export function hasAnswered(client: QueryClient): boolean {
  return answeredClients.has(client);
}

/** Clients whose user has signed out. */
const leftBy = new WeakSet<QueryClient>();

/** Records that the user of this page has signed out. */
export function noteLeft(client: QueryClient): void {
  leftBy.add(client);
}

/**
 * The user of this page, including visitors; null until the server or this device has identified them. To distinguish guests from users
 * with an account, use `useWho`.
 */
export function useSession(): SessionUser | null {
  return useQuery(sessionQuery).data ?? null;
}

/** Drops all data of the previous user and refetches the visible data. */
export async function forgetOthers(client: QueryClient): Promise<void> {
  const session = hashKey(sessionQuery.queryKey);
  await client.resetQueries({ predicate: ({ queryHash }) => queryHash !== session });
}

/** Mutation key of the requests with which a user ends the session. */
export const LEAVING = ["account", "leaving"];

/** Milliseconds to wait for the browser's database. */
const PATIENCE_MS = 2000;

/** Sets the user whose responses this device caches and whose writes it may send; null for none. */
export async function rememberUser(user: SessionUser | null): Promise<void> {
  try {
    const { setUser } = await import("#web/offline/user/set-user.ts");
    const setting = setUser(user?.userId ?? null, nameOf(user));
    if (user === null) return await setting;
    // A slow browser must not keep the user from the page: it stores in order, so what this user writes comes later.
    const tooLate = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([setting, tooLate]);
  } catch {
    // A browser without storage (some private windows) has no outbox, but signing in still works.
  }
}

function nameOf(user: SessionUser | null): string | null {
  return user === null || user.isAnonymous ? null : user.pseudonym;
}
