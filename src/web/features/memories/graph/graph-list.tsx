import { useMemo } from "react";
import styles from "./graph.module.css";
import { type Graph, labelOf } from "./view-graph.ts";

interface GraphListProps {
  graph: Graph;
  selectedId: string | null;
  onSelect: (memoryId: string) => void;
}

/** The graph as text: every memory with its number of links. */
export function GraphList({ graph, selectedId, onSelect }: GraphListProps) {
  const counts = useMemo(() => {
    const all = new Map<string, number>();
    for (const { source, target } of graph.links)
      for (const id of [source, target]) all.set(id, (all.get(id) ?? 0) + 1);
    return all;
  }, [graph]);
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
