import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ArchivedMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { findByWords, indexWords } from "#shared/features/search/word-index.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { useServerReachable } from "#web/lib/server/use-server-reachable.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { archiveQuery, foundQuery, loadOlder, type SourceFilter } from "./api.ts";
import { type ArchiveRow, withDays, withQueued } from "./archive-rows.ts";
import { sampleRows } from "./sample-memories.ts";

/** Number of memories loaded in the background while the archive is open, so that a phone can search them offline. */
const LOADED_QUIETLY = 1000;
const none: ArchivedMemory[] = [];

interface ArchiveView {
  userId: string;
  source: SourceFilter;
  /** The search text; empty for all memories. */
  search: string;
  /** Whether marked examples are shown to a new user without memories. */
  isDemo: boolean;
}

/** The rows of the archive: from the server, from this device, or examples. */
export function useArchive({ userId, source, search, isDemo }: ArchiveView) {
  const archive = useQuery(archiveQuery(userId, source));
  const found = useQuery(foundQuery(userId, source, search));
  const { operations } = useOutbox();
  const isReachable = useServerReachable();
  const memories = archive.data?.memories ?? none;
  const isSearching = search !== "";
  const isLocal = isSearching && (found.isError || !isReachable);
  const foundHere = useFoundHere(memories, isLocal ? search : "");
  useStaleWord(archive);
  useSent(operations);
  const older = useOlder(userId, source, archive.data?.hasMore === true);
  const count = memories.length;
  const { load } = older;
  useEffect(() => {
    if (isReachable && count >= 20 && count < LOADED_QUIETLY) load();
  }, [isReachable, count, load]);

  const isGarbled = archive.error instanceof ApiError && archive.error.code === "garbled";
  const isSample = archive.data === undefined ? isGarbled : isDemo && count === 0 && !isSearching;
  const [openedAt] = useState(() => Date.now());
  const rows = useMemo((): ArchiveRow[] => {
    if (isSample) return withDays(sampleRows(openedAt));
    if (!isSearching)
      return withDays(withQueued(ofSource(memories, source), ofSourceOnly(operations, source)));
    const matches = isLocal ? foundHere : (found.data ?? none);
    // Memories that exist only on this device do not match; queued changes of matches are shown.
    const ids = new Map(matches.map(({ id }, place) => [id, place]));
    return withQueued(matches, operations)
      .filter(({ memory }) => ids.has(memory.id))
      .toSorted((one, other) => (ids.get(one.memory.id) ?? 0) - (ids.get(other.memory.id) ?? 0))
      .map((row) => ({ ...row, day: null }));
  }, [isSample, openedAt, isSearching, isLocal, memories, source, operations, foundHere, found.data]);

  return {
    rows,
    archive,
    older,
    /** Number of memories searched on this device; null when the server has responded. */
    searchedHere: isLocal ? count : null,
    isFinding: isSearching && !isLocal && found.data === undefined,
  };
}

/** Word search on this device, with the same rule as on the server. */
function useFoundHere(memories: readonly ArchivedMemory[], search: string): ArchivedMemory[] {
  return useMemo(() => {
    if (search === "") return none;
    // The list is newest first, but the index needs conversations in chronological order.
    const chronological = memories.toReversed();
    const index = indexWords(
      chronological.map(({ id, title, content, createdAt }) => ({
        id,
        text: title === null ? content : `${title}\n${content}`,
        at: Date.parse(createdAt),
      })),
    );
    const byId = new Map(memories.map((memory) => [memory.id, memory]));
    return findByWords(index, search).flatMap(({ id }) => byId.get(id) ?? []);
  }, [memories, search]);
}

/** Refetches the memories after a queued write was sent, because the list would otherwise miss it until the next reload. */
function useSent(operations: readonly QueuedOperation[]): void {
  const client = useQueryClient();
  const waiting = operations.filter(({ entity }) => entity.startsWith("memory:")).length;
  const before = useRef(waiting);
  useEffect(() => {
    if (waiting < before.current) void client.invalidateQueries({ queryKey: ["memories"] });
    before.current = waiting;
  }, [client, waiting]);
}

/** Shows one message for a failed reload; the old list is unchanged. */
function useStaleWord({ data, errorUpdatedAt }: { data: unknown; errorUpdatedAt: number }): void {
  const shownErrorAt = useRef(errorUpdatedAt);
  useEffect(() => {
    if (errorUpdatedAt === 0 || errorUpdatedAt === shownErrorAt.current) return;
    shownErrorAt.current = errorUpdatedAt;
    if (data !== undefined)
      showToast({ kind: "info", text: "Error refreshing memories. Using cached data." });
  }, [data, errorUpdatedAt]);
}

/** Loads the memories after the last one in the list, one page at a time. */
function useOlder(userId: string, source: SourceFilter, hasMore: boolean) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const isBusy = useRef(false);
  const load = useCallback(() => {
    if (isBusy.current || !hasMore) return;
    isBusy.current = true;
    setLoading(true);
    setProblem(null);
    loadOlder(client, userId, source)
      .catch(() => setProblem("The older memories did not load."))
      .finally(() => {
        isBusy.current = false;
        setLoading(false);
      });
  }, [client, userId, source, hasMore]);
  return { hasMore, problem, isLoading, load };
}

/** Filters a list that was cached before a memory changed its source. */
function ofSource(memories: readonly ArchivedMemory[], source: SourceFilter): readonly ArchivedMemory[] {
  return source === "all" ? memories : memories.filter((memory) => memory.source === source);
}

/** Memories written in Looby do not appear in the wearable's list. */
function ofSourceOnly<Queued>(operations: readonly Queued[], source: SourceFilter): readonly Queued[] {
  return source === "omi" ? [] : operations;
}
