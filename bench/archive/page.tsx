import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import type { ArchivedMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { ArchiveList } from "#web/features/memories/archive/archive-list.tsx";
import { type ArchiveRow, withDays } from "#web/features/memories/archive/archive-rows.ts";
import styles from "#web/features/memories/archive/archive.module.css";
import { MemoryCard } from "#web/features/memories/archive/memory-card.tsx";
import "#web/ui/base/base.css";
import "#web/ui/base/tokens.css";

/** `own`: the archive's list. `plain`: every card rendered, in the same scroller. */
export type ListName = "own" | "plain";

export interface ListFigures {
  /** Milliseconds until the first cards are painted. */
  readyMs: number;
  elements: number;
  /** Milliseconds between frames while scrolling. */
  frames: number[];
}

declare global {
  interface Window {
    driveList: (name: ListName, memories: ArchivedMemory[], frames: number) => Promise<ListFigures>;
  }
}

const none = () => undefined;
const nothingOlder = { hasMore: false, isLoading: false, problem: null, load: none };

window.driveList = async (name, memories, count) => {
  const element = document.querySelector<HTMLElement>("#archive");
  if (element === null) throw new Error("the page has no archive");
  const startedAt = performance.now();
  createRoot(element).render(
    name === "own" ? (
      <ArchiveList rows={rowsOf(memories)} editedId={null} older={nothingOlder}>
        {cardOf}
      </ArchiveList>
    ) : (
      <PlainList rows={rowsOf(memories)} />
    ),
  );
  while (element.querySelectorAll("article, [data-source]").length === 0) await nextFrame();
  await nextFrame();
  const readyMs = performance.now() - startedAt;
  const scroller = element.querySelector<HTMLElement>("[role=region]");
  if (scroller === null) throw new Error("nothing scrolls");
  const frames: number[] = [];
  const end = scroller.scrollHeight - scroller.clientHeight;
  let last = await nextFrame();
  for (let frame = 1; frame <= count; frame += 1) {
    // A fast scroll through the first part, then long jumps to the end.
    scroller.scrollTop = frame <= count / 2 ? frame * 300 : (end * frame) / count;
    const now = await nextFrame();
    frames.push(now - last);
    last = now;
  }
  return { readyMs, elements: element.querySelectorAll("*").length, frames };
};

function PlainList({ rows }: { rows: readonly ArchiveRow[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as the own one
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="Your memories">
      <div className={styles.list} role="list" aria-label="Memories">
        {rows.map((row) => (
          <div key={row.memory.id} className={styles.row} role="listitem">
            {row.day === null ? null : <h2 className={styles.day}>{row.day}</h2>}
            {cardOf(row)}
          </div>
        ))}
      </div>
    </div>
  );
}

function cardOf(row: ArchiveRow): ReactNode {
  return <MemoryCard row={row} productName="Looby" onEdit={none} onTick={() => undefined} onDelete={none} />;
}

function rowsOf(memories: readonly ArchivedMemory[]): ArchiveRow[] {
  return withDays(memories.map((memory) => ({ memory, state: "stored" })));
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
