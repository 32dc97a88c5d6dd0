import { X } from "lucide-react";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./graph.module.css";
import { type Graph, labelOf } from "./view-graph.ts";

interface SelectedMemoryProps {
  graph: Graph;
  memoryId: string;
  onSelect: (memoryId: string | null) => void;
}

/** The selected memory, and the reason of each of its links. */
export function SelectedMemory({ graph, memoryId, onSelect }: SelectedMemoryProps) {
  const memories = new Map(graph.nodes.map((node) => [node.id, node]));
  const memory = memories.get(memoryId);
  const linked = graph.links
    .filter(({ source, target }) => source === memoryId || target === memoryId)
    .flatMap((link) => {
      const other = memories.get(link.source === memoryId ? link.target : link.source);
      return other === undefined ? [] : [{ ...link, other }];
    });
  return (
    <section className={styles.selected} aria-label="Selected memory">
      <header className={styles.selectedHead}>
        <h2>Selected memory</h2>
        <IconButton icon={X} label="Close the selected memory" onClick={() => onSelect(null)} />
      </header>
      {memory === undefined ? (
        <p>Memory not found in current view. Try adjusting your filters.</p>
      ) : (
        <>
          <p className={styles.words}>{memory.content}</p>
          {linked.length === 0 ? <p className={styles.quiet}>Nothing is linked to it yet.</p> : null}
          <ul className={styles.reasons} aria-label="Linked memories">
            {linked.map(({ other, reason, type }) => (
              <li key={other.id}>
                <button type="button" className={styles.row} onClick={() => onSelect(other.id)}>
                  <span>{labelOf(other.content)}</span>
                  <span className={styles.quiet}>{type === "suggested" ? `perhaps: ${reason}` : reason}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
