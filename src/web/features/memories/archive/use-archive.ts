import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { ArchivedMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { findByWords, indexWords } from "#shared/features/search/word-index.ts";
import { ApiError } from "#web/lib/server/api-client.ts";
import { isServerReachable, subscribeToReachability } from "#web/lib/server/reachability.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { archiveQuery, foundQuery, loadOlder, type SourceFilter } from "./api.ts";
import { type ArchiveRow, withDays, withQueued } from "./archive-rows.ts";
import { sampleRows } from "./sample-memories.ts";

/** Memories that are loaded by themselves once the archive is open, so that a phone can search them without a signal. */
const LOADED_QUIETLY = 1000;
const none: ArchivedMemory[] = [];

interface ArchiveView {
  userId: string;
  source: SourceFilter;
  /** What is searched for; empty for everything. */
  search: string;
  /** Marked examples stand where a new person has nothing. */
  isDemo: boolean;
}

/** What the archive shows, however it comes: from the server, from this device, or as samples. */
export function useArchive({ userId, source, search, isDemo }: ArchiveView) {
  const archive = useQuery(archiveQuery(userId, source));
  const found = useQuery(foundQuery(userId, source, search));
  const { kept } = useOutbox();
  const isReachable = useSyncExternalStore(subscribeToReachability, isServerReachable);
  const memories = archive.data?.memories ?? none;
  const isSearching = search !== "";
  const isLocal = isSearching && (found.isError || !isReachable);
  const foundHere = useFoundHere(memories, isLocal ? search : "");
  useStaleWord(archive);
  useSent(kept);
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
    if (!isSearching) return withDays(withQueued(ofSource(memories, source), ofSourceOnly(kept, source)));
    const matches = isLocal ? foundHere : (found.data ?? none);
    // What is only on this device is no match; changes to matches are shown.
    const ids = new Map(matches.map(({ id }, place) => [id, place]));
    return withQueued(matches, kept)
      .filter(({ memory }) => ids.has(memory.id))
      .toSorted((one, other) => (ids.get(one.memory.id) ?? 0) - (ids.get(other.memory.id) ?? 0))
      .map((row) => ({ ...row, day: null }));
  }, [isSample, openedAt, isSearching, isLocal, memories, source, kept, foundHere, found.data]);

  return {
    rows,
    archive,
    older,
    /** Searched on this device among so many; null where the server has answered. */
    searchedHere: isLocal ? count : null,
    isFinding: isSearching && !isLocal && found.data === undefined,
  };
}

/** By words alone, with the rule the server has as well. */
function useFoundHere(memories: readonly ArchivedMemory[], search: string): ArchivedMemory[] {
  return useMemo(() => {
    if (search === "") return none;
    // Newest first is how they are kept; in a talk what was said comes in order.
    const said = memories.toReversed();
    const index = indexWords(
      said.map(({ id, title, content, createdAt }) => ({
        id,
        text: title === null ? content : `${title}\n${content}`,
        at: Date.parse(createdAt),
      })),
    );
    const byId = new Map(memories.map((memory) => [memory.id, memory]));
    return findByWords(index, search).flatMap(({ id }) => byId.get(id) ?? []);
  }, [memories, search]);
}

/** What has left this device is asked for at once: the list would miss it until the next reload. */
function useSent(kept: readonly QueuedOperation[]): void {
  const client = useQueryClient();
  const waiting = kept.filter(({ entity }) => entity.startsWith("memory:")).length;
  const before = useRef(waiting);
  useEffect(() => {
    if (waiting < before.current) void client.invalidateQueries({ queryKey: ["memories"] });
    before.current = waiting;
  }, [client, waiting]);
}

/** A reload that failed is said once; the old list stays. */
function useStaleWord({ data, errorUpdatedAt }: { data: unknown; errorUpdatedAt: number }): void {
  const said = useRef(errorUpdatedAt);
  useEffect(() => {
    if (errorUpdatedAt === 0 || errorUpdatedAt === said.current) return;
    said.current = errorUpdatedAt;
    if (data !== undefined)
      showToast({ kind: "info", text: "Error refreshing memories. Using cached data." });
  }, [data, errorUpdatedAt]);
}

/** The memories before the last one in the list: one page at a time. */
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

/** A list of one source that was kept before a memory changed its own. */
function ofSource(memories: readonly ArchivedMemory[], source: SourceFilter): readonly ArchivedMemory[] {
  return source === "all" ? memories : memories.filter((memory) => memory.source === source);
}

/** What is written here is Looby's own: in the wearable's list it does not stand. */
function ofSourceOnly<Kept>(kept: readonly Kept[], source: SourceFilter): readonly Kept[] {
  return source === "omi" ? [] : kept;
}
