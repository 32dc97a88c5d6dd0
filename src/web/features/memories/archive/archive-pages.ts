import type { ArchivedMemory } from "#shared/features/memories/archive/archive-contract.ts";

/** What of the archive is on this page: the newest memories down to some place. */
export interface Archive {
  memories: ArchivedMemory[];
  /** There are older ones on the server. */
  hasMore: boolean;
}

/**
 * The newest memories as the server has them now, then the older ones that were here before. Where so many are new that the
 * two do not meet, what was here goes: what lies between would be missing for ever.
 * @param asked how many the server was asked for
 */
export function mergeNewest(known: Archive | undefined, newest: ArchivedMemory[], asked: number): Archive {
  const last = newest.at(-1);
  if (last === undefined || newest.length < asked) return { memories: newest, hasMore: false };
  const ids = new Set(newest.map(({ id }) => id));
  if (known === undefined || !known.memories.some(({ id }) => ids.has(id)))
    return { memories: newest, hasMore: true };
  // Of equal times the database knows the order; whatever is not among the newest comes behind them.
  const older = known.memories.filter(({ id, createdAt }) => createdAt <= last.createdAt && !ids.has(id));
  return { memories: [...newest, ...older], hasMore: older.length === 0 || known.hasMore };
}

/**
 * The archive with the page that follows it.
 * @param after the memory the page was asked for after; an archive that ends elsewhere by now stays as it is
 */
export function appendPage(
  archive: Archive,
  page: ArchivedMemory[],
  { after, asked }: { after: string; asked: number },
): Archive {
  if (archive.memories.at(-1)?.id !== after) return archive;
  // Something may have been loaded twice.
  const ids = new Set(archive.memories.map(({ id }) => id));
  const fresh = page.filter(({ id }) => !ids.has(id));
  return { memories: [...archive.memories, ...fresh], hasMore: page.length === asked };
}
