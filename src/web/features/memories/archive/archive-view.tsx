import { useQueryClient } from "@tanstack/react-query";
import { Download, FileText, RefreshCw, Upload, X } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { type ArchivedMemory, MAX_MEMORY_QUERY } from "#shared/features/memories/archive/archive-contract.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SearchField } from "#web/ui/form/search-field.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { ApiError } from "#web/lib/server/api-error.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { changeInLists, type SourceFilter } from "./api.ts";
import { ArchiveList } from "./archive-list.tsx";
import type { ArchiveRow } from "./archive-rows.ts";
import styles from "./archive.module.css";
import { MemoryCard } from "./memory-card.tsx";
import { MemoryEditor } from "./memory-editor.tsx";
import { OnThisDay } from "./on-this-day.tsx";
import { useArchive } from "./use-archive.ts";
import { DeleteMemory } from "./delete-memory.tsx";
import { tick } from "./change-memory.ts";

const GraphView = lazy(async () => ({ default: (await import("../graph/graph-view.tsx")).GraphView }));
const ImportPanel = lazy(async () => ({ default: (await import("../import/import-panel.tsx")).ImportPanel }));

export type ArchiveTab = "list" | "graph";

interface ArchiveViewProps {
  userId: string;
  productName: string;
  isDemo: boolean;
  tab: ArchiveTab;
  onTab: (tab: ArchiveTab) => void;
  /** Closes the archive and opens the profile. */
  onClose: () => void;
  onCreate: () => void;
  onConnectOmi: () => void;
}

/** The Memory Archive: a list by day, search results by relevance, or a graph. */
export function ArchiveView({
  userId,
  productName,
  isDemo,
  tab,
  onTab,
  onClose,
  onCreate,
  onConnectOmi,
}: ArchiveViewProps) {
  const client = useQueryClient();
  const [search, setSearch] = useState("");
  const [source, setSource] = useState<SourceFilter>("all");
  const [editedId, setEditedId] = useState<string | null>(null);
  /** The memory to delete. Undefined until the first deletion; null after one. */
  const [doomed, setDoomed] = useState<ArchiveRow["memory"] | null>();
  const [isImporting, setImporting] = useState(false);
  const view = useArchive({ userId, source, search, isDemo });
  const { archive, rows } = view;
  const found = useMemo(
    () => (search === "" ? null : new Set(rows.map(({ memory }) => memory.id))),
    [search, rows],
  );
  const isFiltered = search !== "" || source !== "all";

  function clearFilters(): void {
    setSearch("");
    setSource("all");
  }

  const ticking = useQueuedMutation({
    send: async ({ memory, item }: { memory: ArchivedMemory; item: string }) => tick(memory, item),
    onSent: (ticked, { memory }) => changeInLists(client, memory.id, ticked),
    onFailed: (text) => showToast({ kind: "problem", text }),
  });

  return (
    <div className={styles.archive}>
      <header className={styles.head}>
        <div className={styles.titleLine}>
          <h1>Memories</h1>
          <IconButton
            icon={RefreshCw}
            label="Refresh"
            aria-busy={archive.isFetching || undefined}
            onClick={() => void client.refetchQueries({ queryKey: ["memories"], type: "active" })}
          />
          <IconButton icon={X} label="Close" onClick={onClose} />
        </div>
        <SearchField
          label="Search your memories"
          isLabelHidden
          placeholder="Search your memories"
          maxLength={MAX_MEMORY_QUERY}
          search={search}
          onSearch={setSearch}
        />
        <div className={styles.sources} role="group" aria-label="View">
          {(["list", "graph"] as const).map((value) => (
            <Chip key={value} aria-pressed={tab === value} onClick={() => onTab(value)}>
              {value === "list" ? "List" : "Graph"}
            </Chip>
          ))}
        </div>
        {tab === "graph" ? null : (
          <div className={styles.filters}>
            <div className={styles.sources} role="group" aria-label="Source">
              {(["all", "omi", "looby"] as const).map((value) => (
                <Chip key={value} aria-pressed={source === value} onClick={() => setSource(value)}>
                  {value === "all" ? "All" : value === "omi" ? "Omi" : productName}
                </Chip>
              ))}
            </div>
            <span className={styles.transferTools}>
              <a className={buttonClass("plain")} href="/api/memories/export" download>
                <Download aria-hidden size={18} strokeWidth={1.8} /> Export
              </a>
              <a
                className={buttonClass("plain")}
                href="/api/memories/export?format=markdown"
                aria-label="Export as Markdown"
                download
              >
                <FileText aria-hidden size={18} strokeWidth={1.8} /> Markdown
              </a>
              <Button variant="plain" aria-expanded={isImporting} onClick={() => setImporting(!isImporting)}>
                <Upload aria-hidden size={18} strokeWidth={1.8} /> Import
              </Button>
            </span>
          </div>
        )}
        {isImporting && tab === "list" ? (
          <Suspense fallback={<Spinner label="Loading" />}>
            <ImportPanel onClose={() => setImporting(false)} />
          </Suspense>
        ) : null}
        {view.searchedHere === null ? null : (
          <p className={styles.note} role="status">
            {`No connection: searched the ${view.searchedHere} memories on this device by their words.`}
          </p>
        )}
        <AsOf of={archive} />
        {tab === "list" && !isFiltered && editedId === null ? <OnThisDay userId={userId} /> : null}
      </header>
      {tab === "graph" ? (
        <Suspense fallback={<Spinner label="Loading your graph" />}>
          <GraphView
            userId={userId}
            productName={productName}
            isDemo={isDemo}
            memories={archive.data?.memories ?? noMemories}
            shown={found}
          />
        </Suspense>
      ) : rows.length > 0 ? (
        <ArchiveList rows={rows} editedId={editedId} older={search === "" ? view.older : noneOlder}>
          {(row) =>
            row.memory.id === editedId ? (
              <MemoryEditor memory={row.memory} onDone={() => setEditedId(null)} />
            ) : (
              <MemoryCard
                row={row}
                productName={productName}
                onEdit={() => setEditedId(row.memory.id)}
                onDelete={() => setDoomed(row.memory)}
                onTick={(item) => ticking.mutate({ memory: row.memory, item })}
              />
            )
          }
        </ArchiveList>
      ) : (
        <div className={styles.centre}>
          {archive.data === undefined && archive.isError ? (
            <ErrorState
              title="Failed to load your memories. Please try again."
              text={reasonOf(archive.error)}
              onRetry={() => void archive.refetch()}
            />
          ) : archive.data === undefined || view.isFinding ? (
            <Spinner label="Loading your memories" isLabelVisible />
          ) : isFiltered ? (
            <EmptyState title="No memories match your search.">
              <Button variant="primary" onClick={clearFilters}>
                Clear filters
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title="No memories found">
              <Button variant="primary" onClick={onCreate}>
                Create a Memory
              </Button>
              <Button onClick={onConnectOmi}>Connect Omi</Button>
            </EmptyState>
          )}
        </div>
      )}
      {doomed === undefined ? null : (
        <Suspense>
          <DeleteMemory memory={doomed} onDone={() => setDoomed(null)} />
        </Suspense>
      )}
    </div>
  );
}

const noMemories: ArchivedMemory[] = [];
const noneOlder = { hasMore: false, isLoading: false, problem: null, load: () => undefined };

function reasonOf(error: Error): string {
  return error instanceof ApiError && error.status > 0
    ? `API error: ${error.status} - ${error.message}`
    : error instanceof ApiError
      ? error.message
      : "The server did not answer in time.";
}
