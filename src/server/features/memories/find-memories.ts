import type { MemorySource } from "#shared/features/memories/contract.ts";
import { type Found, findByWords, indexWords, type WordIndex } from "#shared/features/search/word-index.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { listTalkMemories, memoriesStamp } from "./archive/archive-repository.ts";
import { cosinesOfOwn, dropVectors } from "#server/features/search/vector-cache.ts";
import { meaningInTime, type SearchDeps } from "#server/features/search/service.ts";

/** If no memory contains a word of the query, the best one must reach this cosine. Off-topic memories reach 0.39. */
const LEAST_COSINE = 0.4;
/** Matches with a score below this share of the best score are left out. */
const LEAST_OF_BEST = 0.3;
/** Number of users whose word index is cached. */
const MAX_INDEXES = 16;

interface CachedIndex {
  stamp: string;
  index: WordIndex;
  sources: ReadonlyMap<string, MemorySource>;
}

/** Rebuilt after every change. Separate per database, so that tests do not share indexes. */
const indexes = new WeakMap<DatabaseClient, Map<string, CachedIndex>>();

/**
 * A person's memories that match a query, best first: by words, by meaning if there are vectors, and by the memories right before and
 * after.
 * @param source null: of all sources
 */
export async function findMemories(
  deps: SearchDeps,
  userId: string,
  { text, source }: { text: string; source: MemorySource | null },
): Promise<Found[]> {
  const [{ stamp, index, sources }, meaning] = await Promise.all([
    indexOf(deps.database, userId),
    deps.database.hasVector ? meaningInTime(deps, text) : null,
  ]);
  const ownMemories = { ownerId: userId, kind: "memory", model: deps.embedder.id };
  const texts = { version: stamp, count: index.entries.length };
  const near = meaning === null ? [] : await cosinesOfOwn(deps.database, ownMemories, meaning.vector, texts);
  const cosines = new Map([...near].map(([id, cosine]) => [id.slice("memory:".length), cosine]));
  const found = findByWords(index, text, cosines);
  // One good match shows that the query is about these memories; weaker ones may then also be relevant.
  const isAboutThis = found.some(({ id, hasWords }) => hasWords || (cosines.get(id) ?? 0) >= LEAST_COSINE);
  if (!isAboutThis) return [];
  const best = found[0]?.score ?? 0;
  return found.filter(
    ({ id, score }) => score >= LEAST_OF_BEST * best && (source === null || sources.get(id) === source),
  );
}

/** Removes a person's words from the cache at once, without waiting for their next search. */
export function dropIndex(database: DatabaseClient, userId: string): void {
  indexes.get(database)?.delete(userId);
  dropVectors(database, userId);
}

async function indexOf(database: DatabaseClient, userId: string): Promise<CachedIndex> {
  const ofAll = indexes.get(database) ?? new Map<string, CachedIndex>();
  indexes.set(database, ofAll);
  const stamp = await memoriesStamp(database.kysely, userId);
  const known = ofAll.get(userId);
  ofAll.delete(userId);
  const cached = known?.stamp === stamp ? known : await makeIndex(database, userId, stamp);
  ofAll.set(userId, cached); // moved to the end, so that the least recently used one is evicted first
  for (const oldest of [...ofAll.keys()].slice(0, -MAX_INDEXES)) ofAll.delete(oldest);
  return cached;
}

async function makeIndex({ kysely }: DatabaseClient, userId: string, stamp: string): Promise<CachedIndex> {
  const memories = await listTalkMemories(kysely, userId);
  return {
    stamp,
    index: indexWords(
      memories.map(({ id, title, content, createdAt }) => ({
        id,
        text: title === null ? content : `${title}\n${content}`,
        at: createdAt.getTime(),
      })),
    ),
    sources: new Map(memories.map(({ id, source }) => [id, source])),
  };
}
