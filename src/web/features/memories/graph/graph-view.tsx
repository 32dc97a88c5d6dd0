import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ArchivedMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { linkMemories } from "#shared/features/memories/graph-links.ts";
import { getConnections } from "#shared/features/memories/knowledge-contract.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { Chip, Tag } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { call } from "#web/lib/server/api-client.ts";
import { GraphCanvas } from "./graph-canvas.tsx";
import { SelectedMemory } from "./selected-memory.tsx";
import {
  type Graph,
  labelOf,
  linkCounts,
  LOCAL_ABOVE,
  mostConnected,
  neighbourhood,
  within,
} from "./view-graph.ts";
import styles from "./graph.module.css";

interface GraphViewProps {
  userId: string;
  productName: string;
  isDemo: boolean;
  /** The archive's memories, shown without links until the connections are loaded. */
  memories: readonly ArchivedMemory[];
  /** Ids of the memories to show; null for all. */
  shown: ReadonlySet<string> | null;
}

const depths = [
  [1, "1 step"],
  [2, "2 steps"],
  [null, "Everything"],
] as const;

/** The Memory Archive as a graph, with a list of the same content beside it. */
export function GraphView({ userId, productName, isDemo, memories, shown }: GraphViewProps) {
  const connections = useQuery(graphQuery(userId));
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [depth, setDepth] = useState<1 | 2 | null>(2);
  const [isList, setList] = useState(false);
  const { data, error } = connections;
  const isGarbled = error instanceof ApiError && error.code === "garbled";
  const isSample = data === undefined ? isGarbled : isDemo && data.nodes.length === 0;
  const graph = useMemo((): Graph | null => {
    if (isSample) return sampleGraph();
    const whole = data ?? (error !== null && memories.length > 0 ? alone(memories) : null);
    return whole === null || shown === null ? whole : within(whole, shown);
  }, [isSample, data, error, memories, shown]);
  const isLarge = graph !== null && graph.nodes.length > LOCAL_ABOVE;
  const isSelectedHere = selectedId !== null && graph?.nodes.some(({ id }) => id === selectedId) === true;
  // The newest memory often has no links yet and would be isolated.
  const opening = useMemo(() => (graph === null ? null : mostConnected(graph)), [graph]);
  const middle = isSelectedHere ? selectedId : opening;
  // When all memories are shown, a selection does not move the graph.
  const centreId = isLarge && depth !== null ? middle : null;
  const view = useMemo(
    () =>
      graph !== null && depth !== null && centreId !== null ? neighbourhood(graph, centreId, depth) : graph,
    [graph, depth, centreId],
  );

  if (graph === null || view === null) {
    if (error === null) return <Spinner label="Loading your graph" isLabelVisible />;
    return <GraphError error={error} onRetry={() => void connections.refetch()} />;
  }
  if (graph.nodes.length === 0 && shown === null)
    return (
      <EmptyState
        title="No memory nodes available yet."
        text="Create more memories to start visualizing connections between them."
      />
    );
  return (
    <div className={styles.graph}>
      <p className={styles.quiet}>
        Visualizing connections between your memories. Click nodes to explore relationships.
      </p>
      {isSample ? <Tag>Sample</Tag> : null}
      {error === null ? null : (
        <p role="status">
          {isGarbled ? "Failed to load knowledge graph data" : `Error loading graph: ${reasonOf(error)}`}
        </p>
      )}
      <div className={styles.tools}>
        {isLarge
          ? depths.map(([value, label]) => (
              <Chip key={label} aria-pressed={depth === value} onClick={() => setDepth(value)}>
                {label}
              </Chip>
            ))
          : null}
        <Chip aria-pressed={isList} onClick={() => setList(!isList)}>
          As a list
        </Chip>
        <Legend productName={productName} />
      </div>
      <div className={styles.stage}>
        {isList ? (
          <GraphList graph={view} selectedId={selectedId} onSelect={setSelectedId} />
        ) : (
          <GraphCanvas graph={view} selectedId={selectedId} onSelect={setSelectedId} />
        )}
        {selectedId === null ? null : (
          <SelectedMemory graph={graph} memoryId={selectedId} onSelect={setSelectedId} />
        )}
      </div>
      <footer className={styles.count}>
        {`${count(view.nodes.length, "memory", "memories")} and ${count(view.links.length, "connection", "connections")}`}
        {isLarge && view !== graph ? `, of ${graph.nodes.length} memories` : null}
        {data !== undefined && data.total > data.nodes.length
          ? `. The newest ${data.nodes.length} of ${data.total} are in the graph.`
          : null}
      </footer>
    </div>
  );
}

function Legend({ productName }: { productName: string }) {
  return (
    <ul className={styles.legend} aria-label="Colours">
      <li data-source="omi">Omi</li>
      <li data-source="looby">{`Saved from ${productName}`}</li>
      <li data-source="user">Your own</li>
    </ul>
  );
}

/** A graph of the memories without links. */
function alone(memories: readonly ArchivedMemory[]): Graph {
  return {
    nodes: memories.map(({ id, content, source, createdAt }) => ({
      id,
      content,
      source: source === "omi" ? "omi" : "user",
      timestamp: createdAt,
    })),
    links: [],
  };
}

function GraphError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return /API[ _-]?key/i.test(error.message) ? (
    <ErrorState
      title="Configuration Error"
      text="The server must have its API key set. Please tell the people who run it."
      onRetry={onRetry}
    />
  ) : (
    <ErrorState title={`Error loading graph: ${reasonOf(error)}`} onRetry={onRetry} />
  );
}

function reasonOf(error: Error): string {
  if (!(error instanceof ApiError)) return "The server did not answer in time.";
  return error.status > 0 ? `Server responded with ${error.status}` : error.message;
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** Milliseconds. */
const PATIENCE = 15_000;

/** The user's newest memories and their links. Its key is below the archive's, so that a refresh fetches both. */
function graphQuery(userId: string) {
  return queryOptions({
    queryKey: ["memories", "graph", userId],
    queryFn: async ({ signal }) => {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
      return await call(getConnections, { query: { userId } }, { signal: inTime });
    },
    refetchOnMount: "always",
  });
}

interface GraphListProps {
  graph: Graph;
  selectedId: string | null;
  onSelect: (memoryId: string) => void;
}

/** The graph as text: every memory with its number of links. */
function GraphList({ graph, selectedId, onSelect }: GraphListProps) {
  const counts = useMemo(() => linkCounts(graph), [graph]);
  return (
    <ul className={styles.list} aria-label="Memories of the graph">
      {graph.nodes.map(({ id, content }) => {
        const links = counts.get(id) ?? 0;
        return (
          <li key={id}>
            <button
              type="button"
              className={styles.row}
              aria-pressed={id === selectedId}
              onClick={() => onSelect(id)}
            >
              <span>{labelOf(content)}</span>
              <span className={styles.quiet}>{links === 1 ? "1 connection" : `${links} connections`}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const samples = [
  ["omi", "The lamp over the tea house flickers when the wind turns."],
  ["user", "I want to learn wiring, and mend the lamp of the tea house."],
  ["looby", "The workshop teaches wiring at noon."],
  ["user", "Sunrise from the wooden tower."],
  ["omi", "We meet at the wooden tower before sunrise."],
] as const;

/** An example graph, linked by the same rule as real ones. */
function sampleGraph(): Graph {
  const nodes = samples.map(([source, content], index) => ({
    id: `sample-${index}`,
    content,
    source,
    timestamp: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
  }));
  const linkables = nodes.map(({ id, content, timestamp }) => ({
    id,
    text: content,
    at: Date.parse(timestamp),
  }));
  return { nodes, links: linkMemories(linkables, []) };
}
