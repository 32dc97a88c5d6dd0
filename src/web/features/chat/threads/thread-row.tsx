import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import type { ThreadListing } from "#shared/features/chat/contract.ts";
import { MAX_THREAD_TITLE } from "#shared/features/chat/limits.ts";
import { isComposingKey } from "#web/lib/composing-key.ts";
import { Button } from "#web/ui/button.tsx";
import { cardCover } from "#web/ui/card.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { backupWords } from "#shared/features/leaving/backup-words.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { useDeleteThread, useRenameThread } from "./threads-api.ts";
import styles from "./thread-list.module.css";

interface ThreadRowProps {
  thread: ThreadListing;
  /** Null for the active companion. */
  companionName: string | null;
  isOpen: boolean;
  onOpen: () => void;
  onDeleted: () => void;
}

type Mode = "rest" | "renaming" | "deleting";

export function ThreadRow({ thread, companionName, isOpen, onOpen, onDeleted }: ThreadRowProps) {
  const [mode, setMode] = useState<Mode>("rest");
  const rest = () => setMode("rest");
  // Esc closes the question or the field, not the whole list.
  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || mode === "rest" || isComposingKey(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    rest();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the form within
    <li className={styles.row} onKeyDown={handleKeyDown}>
      {mode === "renaming" ? (
        <RenameForm thread={thread} onDone={rest} />
      ) : mode === "deleting" ? (
        <DeleteQuestion thread={thread} onCancel={rest} onDeleted={onDeleted} />
      ) : (
        <>
          <div className={styles.words}>
            <button
              type="button"
              className={`${cardCover} ${styles.title}`}
              aria-current={isOpen || undefined}
              onClick={onOpen}
            >
              {thread.title}
            </button>
            {thread.excerpt === null ? null : <p className={styles.excerpt}>{thread.excerpt}</p>}
            <p className={styles.detail}>
              {[isOpen ? "Open now" : null, companionName, dayOf(thread.updatedAt)]
                .filter((part) => part !== null)
                .join(" · ")}
            </p>
          </div>
          <div className={styles.actions}>
            <IconButton label={`Rename ${thread.title}`} icon={Pencil} onClick={() => setMode("renaming")} />
            <IconButton label={`Delete ${thread.title}`} icon={Trash2} onClick={() => setMode("deleting")} />
          </div>
        </>
      )}
    </li>
  );
}

function RenameForm({ thread, onDone }: { thread: ThreadListing; onDone: () => void }) {
  const [title, setTitle] = useState(thread.title);
  const rename = useRenameThread();
  const name = title.trim();

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (rename.isPending || name === "") return;
    if (name === thread.title) onDone();
    else rename.mutate({ threadId: thread.id, title: name }, { onSuccess: onDone });
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <TextField
        label="Name of the conversation"
        maxLength={MAX_THREAD_TITLE}
        value={title}
        error={name === "" ? "Please give it a name." : (rename.error?.message ?? null)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was pressed
        autoFocus
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="primary" type="submit" isBusy={rename.isPending}>
          {rename.isPending ? "Saving..." : "Save"}
        </Button>
      </div>
    </form>
  );
}

interface DeleteQuestionProps {
  thread: ThreadListing;
  onCancel: () => void;
  onDeleted: () => void;
}

function DeleteQuestion({ thread, onCancel, onDeleted }: DeleteQuestionProps) {
  const remove = useDeleteThread(onDeleted);
  const { backupRetentionHours = null } = usePublicSettings();
  return (
    <div className={styles.form} role="group" aria-label={`Delete ${thread.title}?`}>
      <p className={styles.question}>
        Delete “{thread.title}” with everything said in it? {backupWords(backupRetentionHours)}
      </p>
      <FormMessage message={remove.error} />
      <div className={styles.buttons}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was pressed */}
        <Button autoFocus onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate(thread)}>
          {remove.isPending ? "Deleting..." : "Delete"}
        </Button>
      </div>
    </div>
  );
}

/** "Today, 14:20", otherwise the day. */
function dayOf(instant: string): string {
  const date = new Date(instant);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? `Today, ${date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`
    : date.toLocaleDateString([], { day: "numeric", month: "long", year: "numeric" });
}
