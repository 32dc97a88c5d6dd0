import type { ArchivedMemory } from "#shared/features/memories/archive/archive-contract.ts";

/** The loaded part of the archive: the newest memories down to some point. */
export interface Archive {
  memories: ArchivedMemory[];
  /** Whether there are older ones on the server. */
  hasMore: boolean;
}

/**
 * The newest memories of the server, followed by the older ones that were already loaded. When there are so many new ones that the
 * two do not meet, the loaded ones are dropped: otherwise those in between would be missing forever.
 * @param asked number of memories the server was asked for
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
 * @param after the memory the page was requested for; an archive that now ends elsewhere stays unchanged
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
