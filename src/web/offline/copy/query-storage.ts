import {
  type AsyncStorage,
  experimental_createQueryPersister,
  type PersistedQuery,
} from "@tanstack/query-persist-client-core";
import { hashKey, type QueryClient, type QueryKey, type QueryPersister } from "@tanstack/react-query";
import { ApiError } from "#web/lib/server/api-client.ts";
import { openDatabase } from "../database.ts";
import { withoutForgotten } from "./forgotten.ts";
import { currentUser, USER_FACT, userOfPage } from "../user/phone-user.ts";

/** What was not heard for longer is dropped, in milliseconds. */
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;
/** To be raised when answers change so much that this version of the page cannot show those a phone has kept. */
const SHAPE = "2";
const PREFIX = "query";
/** A database that hangs must not keep the page from asking the server. Milliseconds. */
const PATIENCE_MS = 2000;

/** Who was using the page when an answer arrived, by storage key. It is stored a moment later, when they may have signed out. */
const heardAs = new Map<string, Promise<string | null>>();

/** Each query by itself, so that keeping one never writes the others again; structured clone, so nothing is serialised. */
const storage: AsyncStorage<PersistedQuery> = {
  async getItem(key) {
    const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
    return await Promise.race([read(key).catch(() => null), tooLate]);
  },
  async setItem(key, query) {
    // A query that was reset while its answer was on the way belongs to nobody.
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
 * Answers the first time from what was kept, then asks the server at once; keeps every answer. Only the person an answer was
 * given to gets it back. Queries with `meta: { isStored: false }` stay out. Nothing here fails: without storage there is just
 * nothing kept.
 */
export const queryPersister = experimental_createQueryPersister<PersistedQuery>({
  storage,
  maxAge: MAX_AGE_MS,
  buster: SHAPE,
  prefix: PREFIX,
  refetchOnRestore: false, // it would leave what went wrong to the page; see persister
  serialize: (query) => query,
  deserialize: (query) => query,
  filters: { predicate: ({ meta }) => meta?.isStored !== false },
});

// Below, the same classes under another version number: the persister is released apart from React Query.

const keeper = queryPersister.persisterFn as unknown as QueryPersister;

/** What a screen asks for and never got, made of what this phone has; `at` is when that was heard. */
export interface FromCopy<Data = unknown> {
  data: Data;
  at: number;
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** False: the answer stays in the page's memory only. */
      isStored?: boolean;
      /** Makes the answer of the local copy; null when that has not got it. */
      fromCopy?: () => Promise<FromCopy | null>;
    };
  }
}

/**
 * For a query client's default options. What was never asked for before, and cannot be now, is made of the local copy where
 * the query says how and the copy has it; then it is as old as the copy.
 */
export const persister: QueryPersister = async (queryFn, context, query) => {
  let isAsked = false;
  const ask: typeof queryFn = async (given) => {
    isAsked = true;
    const answer = await queryFn(given);
    heardAs.set(keyOf(query.queryKey), userOfPage());
    return answer;
  };
  try {
    const data = await keeper(ask, context, query);
    // What was kept is shown, and the server asked behind it. What comes of that the query tells its screens.
    if (!isAsked) setTimeout(() => void query.fetch().catch(() => undefined), 0);
    return data;
  } catch (error) {
    const isUnreachable = error instanceof ApiError && error.code === "unreachable";
    if (!isUnreachable || query.state.data !== undefined) throw error;
    const copied = (await query.meta?.fromCopy?.().catch(() => null)) ?? null;
    if (copied === null) throw error;
    // Taking it over as an answer says "now".
    setTimeout(() => query.setState({ dataUpdatedAt: copied.at }), 0);
    return copied.data as never; // the query's own
  }
};

/** What was kept of a query of the person on this phone; null when nothing was. */
export async function readCachedQuery<Data>(queryKey: QueryKey): Promise<{ data: Data; at: number } | null> {
  const kept = await read(keyOf(queryKey)).catch(() => null);
  if (kept === null || kept.buster !== SHAPE || kept.state.data === undefined) return null;
  return { data: kept.state.data as Data, at: kept.state.dataUpdatedAt };
}

/** Keeps what the page put into the cache by itself. */
export async function cacheQuery(client: QueryClient, queryKey: QueryKey): Promise<void> {
  heardAs.set(keyOf(queryKey), userOfPage());
  await queryPersister.persistQueryByKey(queryKey, client as unknown as PersisterClient);
}

/** Every answer of a feature's queries that is kept for who is on this device; none where nothing can be kept. */
export async function storedAnswers(feature: string): Promise<unknown[]> {
  try {
    const database = await openDatabase();
    const [all, userId] = await Promise.all([database.getAll("queries"), currentUser(database)]);
    return all
      .filter((kept) => kept.userId === null || kept.userId === userId)
      .map((kept) => kept.query as PersistedQuery) // nothing else is written here
      .filter(({ queryKey }) => queryKey[0] === feature)
      .map(({ state }) => state.data);
  } catch {
    return [];
  }
}

/** As the persister makes it. */
function keyOf(queryKey: QueryKey): string {
  return `${PREFIX}-${hashKey(queryKey)}`;
}

type PersisterClient = Parameters<typeof queryPersister.persistQueryByKey>[1];

async function read(key: string): Promise<PersistedQuery | null> {
  const database = await openDatabase();
  const [kept, userId] = await Promise.all([database.get("queries", key), currentUser(database)]);
  if (kept === undefined || (kept.userId !== null && kept.userId !== userId)) return null;
  return kept.query as PersistedQuery; // nothing else is written here
}

async function write(key: string, query: PersistedQuery): Promise<void> {
  const userId = await (heardAs.get(key) ?? userOfPage());
  const transaction = (await openDatabase()).transaction(["facts", "queries"], "readwrite");
  const facts = transaction.objectStore("facts");
  // A user who has signed out since leaves no answers behind.
  const isOfOther = userId !== null && (await facts.get(USER_FACT)) !== userId;
  const data = isOfOther ? null : await withoutForgotten(facts, query.state.data);
  if (data !== null) {
    const left = { ...query, state: { ...query.state, data } };
    await transaction.objectStore("queries").put({ userId, query: left }, key);
  }
  await transaction.done;
}

async function remove(key: string): Promise<void> {
  await (await openDatabase()).delete("queries", key);
}

async function list(): Promise<[string, PersistedQuery][]> {
  const database = await openDatabase();
  const keys = await database.getAllKeys("queries");
  const pairs = keys.map(async (key): Promise<[string, PersistedQuery][]> => {
    const kept = await database.get("queries", key);
    return kept === undefined ? [] : [[key, kept.query as PersistedQuery]]; // as above
  });
  return (await Promise.all(pairs)).flat();
}
