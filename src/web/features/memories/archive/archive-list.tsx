import { type ReactNode, useRef } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import type { ArchiveRow } from "./archive-rows.ts";
import styles from "./archive.module.css";

/** Pixels before the end at which the next page is fetched. */
const AHEAD = 1200;

interface ArchiveListProps {
  rows: readonly ArchiveRow[];
  /** Id of the row being edited, which is rendered even when scrolled out of view. */
  editedId: string | null;
  older: { hasMore: boolean; isLoading: boolean; problem: string | null; load: () => void };
  children: (row: ArchiveRow) => ReactNode;
}

/** The loaded memories; only those in view are rendered. */
export function ArchiveList({ rows, editedId, older, children }: ArchiveListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const edited = rows.findIndex(({ memory }) => memory.id === editedId);

  function handleScroll(offset: number): void {
    const handle = list.current;
    if (handle !== null && handle.scrollSize - offset - handle.viewportSize < AHEAD) older.load();
  }

  return (
    // Focusable, so that keys can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label="Your memories">
      <div className={styles.list} role="list" aria-label="Memories">
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          data={rows}
          keepMounted={edited === -1 ? [] : [edited]}
          onScroll={handleScroll}
        >
          {(row, index) => (
            <div
              key={row.memory.id}
              className={styles.row}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={older.hasMore ? -1 : rows.length}
            >
              {row.day === null ? null : <h2 className={styles.day}>{row.day}</h2>}
              {children(row)}
            </div>
          )}
        </Virtualizer>
      </div>
      {older.hasMore || older.problem !== null ? (
        <div className={styles.more}>
          <FormMessage message={older.problem} />
          <Button isBusy={older.isLoading} onClick={older.load}>
            {older.isLoading ? "Loading..." : "Show older memories"}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
