import { useState } from "react";
import type { Memory, MemoryType } from "#shared/features/memories/contract.ts";
import { MAX_MEMORY } from "#shared/features/memories/length-rule.ts";
import { useFormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { RestoredNote } from "#web/ui/form/restored-note.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import styles from "./memories.module.css";
import { memoryTypeLabels } from "./memory-type-label.ts";
import { useSaveMemory } from "./use-save-memory.ts";

interface MemoryFormProps {
  type: MemoryType;
  /** Initial text. */
  initial: string;
  /** Id of the answer it is created from. */
  messageId: string;
  onSaved: (memory: Memory) => void;
  onCancel: () => void;
}

/** Saves a short text as a memory, validated by the server's rule. Works online and offline. */
export function MemoryForm({ type, initial, messageId, onSaved, onCancel }: MemoryFormProps) {
  const [content, setContent] = useState(initial);
  const draft = useFormDraft(`memory:${messageId}`, { content }, (words) => setContent(words.content));
  const { problem, isPending, handleSubmit } = useSaveMemory({
    draft,
    type,
    content,
    place: () => ({ messageId }),
    onSaved,
  });

  function handleCancel(): void {
    draft.drop();
    onCancel();
  }

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <RestoredNote draft={draft} />
      <TextArea
        label={memoryTypeLabels[type]}
        // It replaces the button that opened it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        maxLength={MAX_MEMORY}
        readOnly={isPending}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      <FormMessage message={problem} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isBusy={isPending}>
          {isPending ? "Saving..." : "Yes, save this"}
        </Button>
        <Button variant="plain" onClick={handleCancel}>
          Cancel
        </Button>
      </div>
      <p className={styles.hint}>
        Only you see it. You find it again by asking.
        {type === "looking-for"
          ? " Looby checks the library for it, and under Needs you can ask around."
          : ""}
      </p>
    </form>
  );
}
