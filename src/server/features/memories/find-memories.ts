import type { MemorySource } from "#shared/features/memories/contract.ts";
import { type Found, findByWords, indexWords, type WordIndex } from "#shared/features/search/word-index.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import { listSaid, memoriesStamp } from "./archive/archive-repository.ts";
import { cosinesOfOwn, dropVectors } from "#server/features/search/vector-cache.ts";
import { meaningInTime, type SearchDeps } from "#server/features/search/service.ts";

/** Where nothing has a word of the question, something must have this much of its meaning: off-topic ones reach 0.39. */
const LEAST_COSINE = 0.4;
/** What is much worse than the best is no answer. */
const LEAST_OF_BEST = 0.3;
/** People whose words are kept at hand. */
const MOST_INDEXES = 16;

interface Kept {
  stamp: string;
  index: WordIndex;
  sources: ReadonlyMap<string, MemorySource>;
}

/** Rebuilt after every change; of a server's own database, so that tests do not share them. */
const indexes = new WeakMap<DatabaseClient, Map<string, Kept>>();

/**
 * A person's memories that answer a question, best first: by words, by meaning where there are vectors, and by what was said
 * right before and after.
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
  const own = { ownerId: userId, kind: "memory", model: deps.embedder.id };
  const texts = { version: stamp, count: index.entries.length };
  const near = meaning === null ? [] : await cosinesOfOwn(deps.database, own, meaning.vector, texts);
  const cosines = new Map([...near].map(([id, cosine]) => [id.slice("memory:".length), cosine]));
  const found = findByWords(index, text, cosines);
  // One good match says that the question is about something here; what comes behind it may be what was meant.
  const isAboutThis = found.some(({ id, hasWords }) => hasWords || (cosines.get(id) ?? 0) >= LEAST_COSINE);
  if (!isAboutThis) return [];
  const best = found[0]?.score ?? 0;
  return found.filter(
    ({ id, score }) => score >= LEAST_OF_BEST * best && (source === null || sources.get(id) === source),
  );
}

/** Lets go of a person's words at once, without waiting for their next question. */
export function dropIndex(database: DatabaseClient, userId: string): void {
  indexes.get(database)?.delete(userId);
  dropVectors(database, userId);
}

async function indexOf(database: DatabaseClient, userId: string): Promise<Kept> {
  const ofAll = indexes.get(database) ?? new Map<string, Kept>();
  indexes.set(database, ofAll);
  const stamp = await memoriesStamp(database.kysely, userId);
  const known = ofAll.get(userId);
  ofAll.delete(userId);
  const kept = known?.stamp === stamp ? known : await makeIndex(database, userId, stamp);
  ofAll.set(userId, kept); // last in the order, so that the one not asked for longest goes first
  for (const oldest of [...ofAll.keys()].slice(0, -MOST_INDEXES)) ofAll.delete(oldest);
  return kept;
}

async function makeIndex({ kysely }: DatabaseClient, userId: string, stamp: string): Promise<Kept> {
  const memories = await listSaid(kysely, userId);
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
