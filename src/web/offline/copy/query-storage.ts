import {
  type AsyncStorage,
  experimental_createQueryPersister,
  type PersistedQuery,
} from "@tanstack/query-persist-client-core";
import {
  CancelledError,
  hashKey,
  type QueryClient,
  type QueryKey,
  type QueryPersister,
} from "@tanstack/react-query";
import { ApiError } from "#web/lib/server/api-error.ts";
import { inDatabase } from "../database.ts";
import { withoutForgotten } from "./forgotten.ts";
import { currentUser, USER_FACT, userOfPage } from "../user/phone-user.ts";

/** Milliseconds after which a cached answer is dropped. */
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;
/** Increase it when answers change so much that this version of the page cannot show those cached on phones. */
const SHAPE = "2";
const PREFIX = "query";
/** Milliseconds: a hanging database must not stop the page from asking the server. */
const PATIENCE_MS = 2000;

/** The page's user when an answer arrived, by storage key. The answer is stored a moment later, when they may have signed out. */
const usersOfQueries = new Map<string, Promise<string | null>>();

/** Stores each query separately, so that caching one never rewrites the others. Structured clone, so nothing is serialized. */
const storage: AsyncStorage<PersistedQuery> = {
  async getItem(key) {
    const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
    return await Promise.race([read(key).catch(() => null), tooLate]);
  },
  async setItem(key, query) {
    // A query that was reset while its answer was in flight has no owner.
    if (query.state.data === undefined) return;
    await write(key, query).catch(() => undefined);
  },
  async removeItem(key) {
    await remove(key).catch(() => undefined);
  },
  async entries() {
    return await list().catch(() => []);
  },
};

/**
 * Answers the first request from the cache, then requests the data from the server at once; caches every answer. An answer is only
 * returned to the user who received it. Queries with `meta: { isStored: false }` are not stored. Nothing here fails: without storage,
 * nothing is cached.
 */
export const queryPersister = experimental_createQueryPersister<PersistedQuery>({
  storage,
  maxAge: MAX_AGE_MS,
  buster: SHAPE,
  prefix: PREFIX,
  refetchOnRestore: false, // its failures would go unhandled; see persister
  serialize: (query) => query,
  deserialize: (query) => query,
  filters: { predicate: ({ meta }) => meta?.isStored !== false },
});

// The same classes under another version number: the persister is released separately from React Query.

const keeper = queryPersister.persisterFn as unknown as QueryPersister;

/** An answer built from the local copy for a query that was never cached. `at` is the time of the server's answer. */
export interface FromCopy<Data = unknown> {
  data: Data;
  at: number;
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** False: the answer stays in memory only. */
      isStored?: boolean;
      /** Builds the answer from the local copy; null when the copy does not have it. */
      fromCopy?: () => Promise<FromCopy | null>;
    };
  }
}

/**
 * For a query client's default options. When a query was never cached and the server cannot be reached, the answer is built from the
 * local copy, if the query defines how and the copy has the data. Its age is then that of the copy.
 */
export const persister: QueryPersister = async (queryFn, context, query) => {
  let isAsked = false;
  const ask: typeof queryFn = async (asked) => {
    isAsked = true;
    const answer = await queryFn(asked);
    // Cancelled, as when its user signs out: the answer is no longer needed, and must not be shown to the next user.
    if (query.state.fetchStatus === "idle") throw new CancelledError();
    usersOfQueries.set(keyOf(query.queryKey), userOfPage());
    return answer;
  };
  try {
    const data = await keeper(ask, context, query);
    // The cached answer is shown and refreshed in the background. The query reports the outcome to its screens.
    if (!isAsked) setTimeout(() => void query.fetch().catch(() => undefined), 0);
    return data;
  } catch (error) {
    const isUnreachable = error instanceof ApiError && error.code === "unreachable";
    if (!isUnreachable || query.state.data !== undefined) throw error;
    const copied = (await query.meta?.fromCopy?.().catch(() => null)) ?? null;
    if (copied === null) throw error;
    // Setting the result has set its time to now: correct it.
    setTimeout(() => query.setState({ dataUpdatedAt: copied.at }), 0);
    return copied.data as never; // the query's own type
  }
};

/** A cached answer of the user on this phone; null when there is none. */
export async function readCachedQuery<Data>(queryKey: QueryKey): Promise<{ data: Data; at: number } | null> {
  const cached = await read(keyOf(queryKey)).catch(() => null);
  if (cached === null || cached.buster !== SHAPE || cached.state.data === undefined) return null;
  return { data: cached.state.data as Data, at: cached.state.dataUpdatedAt };
}

/** Stores a query's data that the page itself put into the cache. */
export async function cacheQuery(client: QueryClient, queryKey: QueryKey): Promise<void> {
  usersOfQueries.set(keyOf(queryKey), userOfPage());
  await queryPersister.persistQueryByKey(queryKey, client as unknown as PersisterClient);
}

/** All cached answers of a feature's queries for the user of this device; none if the browser has no storage. */
export async function storedAnswers(feature: string): Promise<unknown[]> {
  try {
    const [all, userId] = await inDatabase((database) =>
      Promise.all([database.getAll("queries"), currentUser(database)]),
    );
    return all
      .filter((cached) => cached.userId === null || cached.userId === userId)
      .map((cached) => cached.query as PersistedQuery) // nothing else is written here
      .filter(({ queryKey }) => queryKey[0] === feature)
      .map(({ state }) => state.data);
  } catch {
    return [];
  }
}

/** The persister's storage key. */
function keyOf(queryKey: QueryKey): string {
  return `${PREFIX}-${hashKey(queryKey)}`;
}

type PersisterClient = Parameters<typeof queryPersister.persistQueryByKey>[1];

async function read(key: string): Promise<PersistedQuery | null> {
  const [cached, userId] = await inDatabase(async (database) => {
    const transaction = database.transaction(["facts", "queries"]);
    return await Promise.all([
      transaction.objectStore("queries").get(key),
      transaction.objectStore("facts").get(USER_FACT),
    ]);
  });
  if (cached === undefined || (cached.userId !== null && cached.userId !== userId)) return null;
  return cached.query as PersistedQuery; // nothing else is written here
}

async function write(key: string, query: PersistedQuery): Promise<void> {
  const userId = await (usersOfQueries.get(key) ?? userOfPage());
  await inDatabase(async (database) => {
    const transaction = database.transaction(["facts", "queries"], "readwrite");
    const facts = transaction.objectStore("facts");
    // If the user has signed out since, no answer is stored.
    const isOfOther = userId !== null && (await facts.get(USER_FACT)) !== userId;
    if (!isOfOther && (await withoutForgotten(facts, query.state.data)) !== null)
      await transaction.objectStore("queries").put({ userId, query }, key);
    await transaction.done;
  });
}

async function remove(key: string): Promise<void> {
  await inDatabase((database) => database.delete("queries", key));
}

async function list(): Promise<[string, PersistedQuery][]> {
  return await inDatabase(async (database) => {
    const keys = await database.getAllKeys("queries");
    const pairs = keys.map(async (key): Promise<[string, PersistedQuery][]> => {
      const cached = await database.get("queries", key);
      return cached === undefined ? [] : [[key, cached.query as PersistedQuery]]; // as above
    });
    return (await Promise.all(pairs)).flat();
  });
}
