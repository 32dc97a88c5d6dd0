import { useQuery } from "@tanstack/react-query";
import { SquarePen } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { ThreadListing } from "#shared/features/chat/contract.ts";
import { MAX_THREAD_QUERY } from "#shared/features/chat/limits.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { SearchField } from "#web/ui/form/search-field.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { deletedThreads } from "./deleted-threads.ts";
import { threadQueries } from "./threads-api.ts";
import styles from "./thread-list.module.css";
import { ThreadRow } from "./thread-row.tsx";

interface ThreadListProps {
  /** The active companion, whose conversations are listed first. */
  companion: { id: string; name: string };
  nameOf: (companionId: string) => string;
  /** Id of the shown conversation. */
  openId: string | null;
  onOpen: (thread: ThreadListing) => void;
  onNew: () => void;
  onDeleted: (threadId: string) => void;
}

/** The user's conversations: search, open, rename, delete. */
export function ThreadList({ companion, nameOf, openId, onOpen, onNew, onDeleted }: ThreadListProps) {
  const [words, setWords] = useState("");
  const [isAll, setIsAll] = useState(false);
  const sought = useDeferredValue(words);
  const list = useQuery(threadQueries.list(sought));
  const deleted = deletedThreads(useOutbox());
  const threads = (list.data ?? []).filter(({ id }) => !deleted.has(id));
  const hasOthers = threads.some((thread) => thread.companion !== companion.id);
  // A search includes all companions.
  const shown =
    isAll || sought !== "" ? threads : threads.filter((thread) => thread.companion === companion.id);
  return (
    <div className={styles.list}>
      <Button variant="primary" className={styles.new} onClick={onNew}>
        <SquarePen aria-hidden size={20} strokeWidth={1.8} />
        New chat
      </Button>
      <SearchField
        label="Search your conversations"
        maxLength={MAX_THREAD_QUERY}
        pauseMs={0}
        search={words}
        onSearch={setWords}
      />
      {hasOthers && sought === "" ? (
        <div className={styles.filter} role="group" aria-label="Whose conversations">
          <Chip aria-pressed={!isAll} onClick={() => setIsAll(false)}>
            With {companion.name}
          </Chip>
          <Chip aria-pressed={isAll} onClick={() => setIsAll(true)}>
            All companions
          </Chip>
        </div>
      ) : null}
      <AsOf of={list} />
      <VisuallyHidden as="output">
        {sought === "" || list.isFetching ? "" : `${shown.length} found`}
      </VisuallyHidden>
      {list.data === undefined ? (
        <QueryState
          query={list}
          title="Your conversations did not load"
          label="Loading your conversations"
          isLabelVisible
        />
      ) : shown.length === 0 ? (
        <Nothing words={sought} />
      ) : (
        <ul className={styles.threads} aria-label="Conversations" aria-busy={list.isFetching}>
          {shown.map((thread) => (
            <ThreadRow
              key={thread.id}
              thread={thread}
              companionName={thread.companion === companion.id ? null : nameOf(thread.companion)}
              isOpen={thread.id === openId}
              onOpen={() => onOpen(thread)}
              onDeleted={() => onDeleted(thread.id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function Nothing({ words }: { words: string }) {
  return words === "" ? (
    <EmptyState title="No conversations yet" text="Your conversations are saved here." />
  ) : (
    <EmptyState title="Nothing found" text="Try fewer or other words. All of them must match." />
  );
}
