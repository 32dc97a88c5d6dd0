import { useQuery } from "@tanstack/react-query";
import { SquarePen } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { ThreadListing } from "#shared/features/chat/contract.ts";
import { MAX_THREAD_QUERY } from "#shared/features/chat/limits.ts";
import { useAsOf } from "#web/lib/use-as-of.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import { threadQueries } from "./threads-api.ts";
import styles from "./thread-list.module.css";
import { ThreadRow } from "./thread-row.tsx";

interface ThreadListProps {
  /** The companion one talks to now: its conversations come first to hand. */
  companion: { id: string; name: string };
  nameOf: (companionId: string) => string;
  /** The conversation that is shown now. */
  openId: string | null;
  onOpen: (thread: ThreadListing) => void;
  onNew: () => void;
  onDeleted: (threadId: string) => void;
}

/** The person's conversations: found by their words, opened again, renamed, deleted. */
export function ThreadList({ companion, nameOf, openId, onOpen, onNew, onDeleted }: ThreadListProps) {
  const [words, setWords] = useState("");
  const [isAll, setIsAll] = useState(false);
  const sought = useDeferredValue(words.trim());
  const list = useQuery(threadQueries.list(sought));
  const asOf = useAsOf(list);
  const threads = list.data ?? [];
  const hasOthers = threads.some((thread) => thread.companion !== companion.id);
  // A search looks everywhere.
  const shown =
    isAll || sought !== "" ? threads : threads.filter((thread) => thread.companion === companion.id);
  return (
    <div className={styles.list}>
      <Button variant="primary" className={styles.new} onClick={onNew}>
        <SquarePen aria-hidden size={20} strokeWidth={1.8} />
        New chat
      </Button>
      <TextField
        label="Search your conversations"
        type="search"
        maxLength={MAX_THREAD_QUERY}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
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
      <AsOf at={asOf} />
      <VisuallyHidden as="output">
        {sought === "" || list.isFetching ? "" : `${shown.length} found`}
      </VisuallyHidden>
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState
            title="Your conversations did not load"
            text={list.error.message}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <Spinner label="Loading your conversations" isLabelVisible />
        )
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
    <EmptyState title="No conversations yet" text="What you say here is kept, and can be opened again." />
  ) : (
    <EmptyState title="Nothing found" text="Try fewer or other words: all of them have to be there." />
  );
}
