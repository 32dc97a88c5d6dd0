import { type QueryClient, queryOptions } from "@tanstack/react-query";
import {
  type ArchivedMemory,
  MAX_MEMORY_PAGE,
  MEMORY_PAGE,
  cursorAfter,
  listMemories,
} from "#shared/features/memories/archive/archive-contract.ts";
import type { MemorySource } from "#shared/features/memories/contract.ts";
import { listOnThisDay } from "#shared/features/memories/archive/on-this-day-contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { cacheQuery } from "#web/offline/copy/query-storage.ts";

/** Milliseconds. */
const PATIENCE = 15_000;
const FRESH_FOR = 5 * 60_000;
const RELOAD_EVERY = 3 * 60_000;
const MOST_FOUND = 100;

export type SourceFilter = "all" | MemorySource;

/** The loaded memories, newest first. A reload fetches the newest again and preserves the older ones. */
export function archiveQuery(userId: string, source: SourceFilter) {
  return queryOptions({
    queryKey: ["memories", "archive", userId, source],
    queryFn: async ({ client, queryKey, signal }): Promise<Archive> => {
      const known = () => client.getQueryData<Archive>(queryKey);
      const limit = Math.min(MAX_MEMORY_PAGE, Math.max(MEMORY_PAGE, known()?.memories.length ?? 0));
      const query = { userId, source, limit, _: String(Date.now()) };
      const newest = await call(listMemories, { query }, { signal: inTime(signal) });
      // Older ones may have been added since.
      return mergeNewest(known(), newest, limit);
    },
    staleTime: FRESH_FOR,
    refetchOnMount: "always",
    // Paused while the page is hidden.
    refetchInterval: RELOAD_EVERY,
  });
}

/** Search results, best first. */
export function foundQuery(userId: string, source: SourceFilter, q: string) {
  return queryOptions({
    queryKey: ["memories", "found", userId, source, q],
    queryFn: async ({ signal }): Promise<ArchivedMemory[]> => {
      const query = { userId, source, q, limit: MOST_FOUND };
      return await call(listMemories, { query }, { signal: inTime(signal) });
    },
    enabled: q !== "",
    staleTime: 0,
    // Offline, this device searches by itself, so a retry would only cost time.
    retry: false,
    meta: { isStored: false },
  });
}

/** Memories of this day in earlier years. */
export function onThisDayQuery(userId: string) {
  return queryOptions({
    queryKey: ["memories", "on-this-day", userId],
    queryFn: async ({ signal }) => {
      return await call(listOnThisDay, {}, { signal: inTime(signal) });
    },
    staleTime: FRESH_FOR,
  });
}

/** Fetches the memories after the last one in the list and appends them. @throws ApiError */
export async function loadOlder(client: QueryClient, userId: string, source: SourceFilter): Promise<void> {
  const { queryKey } = archiveQuery(userId, source);
  const last = client.getQueryData(queryKey)?.memories.at(-1);
  if (last === undefined) return;
  const query = { userId, source, limit: MAX_MEMORY_PAGE, before: cursorAfter(last) };
  const page = await call(listMemories, { query }, { signal: inTime() });
  client.setQueryData(queryKey, (archive) =>
    archive === undefined ? archive : appendPage(archive, page, { after: last.id, asked: MAX_MEMORY_PAGE }),
  );
  await cacheQuery(client, queryKey);
}

/** Updates a changed or deleted memory in every list. */
export function changeInLists(client: QueryClient, id: string, changed: ArchivedMemory | null): void {
  const replace = (list: ArchivedMemory[]) =>
    list.flatMap((memory) => (memory.id !== id ? memory : changed === null ? [] : changed));
  client.setQueriesData<Archive>({ queryKey: ["memories", "archive"] }, (archive) =>
    archive === undefined ? archive : { ...archive, memories: replace(archive.memories) },
  );
  client.setQueriesData<ArchivedMemory[]>({ queryKey: ["memories", "found"] }, (list) =>
    list === undefined ? list : replace(list),
  );
}

function inTime(signal?: AbortSignal): AbortSignal {
  const patience = AbortSignal.timeout(PATIENCE);
  return signal === undefined ? patience : AbortSignal.any([signal, patience]);
}

/** The loaded part of the archive: the newest memories down to a certain point. */
export interface Archive {
  memories: ArchivedMemory[];
  /** Whether the server has older ones. */
  hasMore: boolean;
}

/**
 * The newest memories of the server, followed by the older ones that were already loaded. If there are so many new ones that the two ranges
 * do not meet, the loaded ones are dropped, because otherwise those in between would be missing permanently.
 * @param asked number of memories requested from the server
 */
export function mergeNewest(known: Archive | undefined, newest: ArchivedMemory[], asked: number): Archive {
  const last = newest.at(-1);
  if (last === undefined || newest.length < asked) return { memories: newest, hasMore: false };
  const ids = new Set(newest.map(({ id }) => id));
  if (known === undefined || !known.memories.some(({ id }) => ids.has(id)))
    return { memories: newest, hasMore: true };
  // The database orders equal times; loaded ones that are not among the newest come after them.
  const older = known.memories.filter(({ id, createdAt }) => createdAt <= last.createdAt && !ids.has(id));
  return { memories: [...newest, ...older], hasMore: older.length === 0 || known.hasMore };
}

/**
 * The archive with the next page appended.
 * @param after the memory the page was requested for; an archive that ends elsewhere by now is unchanged
 */
export function appendPage(
  archive: Archive,
  page: ArchivedMemory[],
  { after, asked }: { after: string; asked: number },
): Archive {
  if (archive.memories.at(-1)?.id !== after) return archive;
  // Some may have been loaded twice.
  const ids = new Set(archive.memories.map(({ id }) => id));
  const fresh = page.filter(({ id }) => !ids.has(id));
  return { memories: [...archive.memories, ...fresh], hasMore: page.length === asked };
}
