import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ArchivedMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { longestOf } from "#shared/features/memories/archive/archive-file.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { changeInLists } from "./api.ts";
import { otherVersion, saveWords } from "./change-memory.ts";
import styles from "./archive.module.css";

interface MemoryEditorProps {
  memory: ArchivedMemory;
  onDone: () => void;
}

/** Edits the text of a memory. If it was changed elsewhere, both versions are shown. */
export function MemoryEditor({ memory, onDone }: MemoryEditorProps) {
  const client = useQueryClient();
  // The list reloads in the background. A newer version that the user has not read must not become the base of their change.
  const [base] = useState(memory);
  const [content, setContent] = useState(base.content);
  const [problem, setProblem] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<ArchivedMemory | null>(null);
  const saving = useQueuedMutation({
    send: async (words: string) => {
      const result = await saveWords(theirs ?? base, words);
      if (result.status === "refused") setTheirs(otherVersion(result.error));
      return result;
    },
    failure: "It could not be saved. Please try again.",
    onSent: (saved) => changeInLists(client, memory.id, saved),
    onDone,
  });
  const isBlank = content.trim() === "";

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setProblem(isBlank ? "Please write something first." : null);
    if (!isBlank) saving.mutate(content.trim());
  }

  function handleUseTheirs(): void {
    if (theirs !== null) changeInLists(client, memory.id, theirs);
    onDone();
  }

  return (
    <form className={styles.editor} noValidate onSubmit={handleSubmit}>
      {theirs === null ? null : (
        <div className={styles.theirs} role="alert">
          <p>You changed this memory somewhere else too. There it says:</p>
          <blockquote>{theirs.content}</blockquote>
        </div>
      )}
      <TextArea
        label={theirs === null ? "Your memory" : "Your version"}
        // It replaces the button that opened it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        rows={4}
        readOnly={saving.isPending}
        maxLength={longestOf(memory.source)}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      <FormMessage message={problem ?? (theirs === null ? saving.error : null)} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isBusy={saving.isPending}>
          {saving.isPending ? "Saving..." : theirs === null ? "Save" : "Keep mine"}
        </Button>
        {theirs === null ? (
          <Button variant="plain" onClick={onDone}>
            Cancel
          </Button>
        ) : (
          <Button onClick={handleUseTheirs}>Use theirs</Button>
        )}
      </div>
    </form>
  );
}
