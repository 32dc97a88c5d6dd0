import type { Memory, MemoryType } from "#shared/features/memories/contract.ts";
import { keywordsOf } from "#shared/features/memories/keywords.ts";
import { MAX_MEMORY, tooShort } from "#shared/features/memories/length-rule.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import styles from "./memories.module.css";
import { Keywords } from "./memory-marker.tsx";
import { memoryTypeLabels } from "./memory-type-label.ts";
import { useSaveMemory } from "./use-save-memory.ts";

interface MemoryConfirmationProps {
  type: MemoryType;
  text: string;
  /** Id of the answer in the conversation beside which it is shown; null for none. */
  lastAnswerId: () => string | null;
  onEdit: (text: string) => void;
  onSaved: (memory: Memory) => void;
  onReject: () => void;
}

/** The transcription, which the user can correct before saving it. */
export function MemoryConfirmation({
  type,
  text,
  lastAnswerId,
  onEdit,
  onSaved,
  onReject,
}: MemoryConfirmationProps) {
  const keywords = keywordsOf(text);
  const { problem, isPending, handleSubmit } = useSaveMemory({
    type,
    content: text,
    place: () => {
      const afterMessageId = lastAnswerId();
      return afterMessageId === null ? {} : { afterMessageId };
    },
    onSaved,
  });

  return (
    <form className={styles.confirmation} noValidate onSubmit={handleSubmit}>
      <p className={styles.kind}>
        It will be kept as <b>{memoryTypeLabels[type]}</b>
      </p>
      <TextArea
        label="Your words"
        rows={5}
        readOnly={isPending}
        maxLength={MAX_MEMORY}
        value={text}
        onChange={(event) => onEdit(event.currentTarget.value)}
      />
      <Keywords keywords={keywords} />
      <FormMessage message={problem ?? tooShort(type, text)} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isBusy={isPending}>
          {isPending ? "Saving..." : "Yes, save this"}
        </Button>
        <Button onClick={onReject}>No, try again</Button>
      </div>
      <p className={styles.hint}>Only you see it. You find it again by asking.</p>
    </form>
  );
}
