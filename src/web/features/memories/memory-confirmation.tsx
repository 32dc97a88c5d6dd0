import { type FormEvent, useRef, useState } from "react";
import type { Memory, MemoryType } from "#shared/features/memories/contract.ts";
import { keywordsOf } from "#shared/features/memories/keywords.ts";
import { MAX_MEMORY, tooShort } from "#shared/features/memories/length-rule.ts";
import { newId } from "#shared/id.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import styles from "./memory-recorder.module.css";
import { memoryTypeLabels } from "./memory-type-label.ts";

interface MemoryConfirmationProps {
  type: MemoryType;
  text: string;
  /** Id of the answer in the conversation beside which it is shown; null for none. */
  lastAnswerId: () => string | null;
  onEdit: (text: string) => void;
  onSaved: (memory: Memory) => void;
  onReject: () => void;
}

/** The transcription, to be corrected before it is saved. */
export function MemoryConfirmation({
  type,
  text,
  lastAnswerId,
  onEdit,
  onSaved,
  onReject,
}: MemoryConfirmationProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const memoryId = useRef(newId());
  const lengthProblem = tooShort(type, text);
  const keywords = keywordsOf(text);
  const saving = useQueuedMutation({
    send: async (content: string) => {
      const { sendMemory } = await import("./queue-memory.ts");
      const afterMessageId = lastAnswerId();
      const place = afterMessageId === null ? {} : { afterMessageId };
      return await sendMemory({ id: memoryId.current, type, content, ...place });
    },
    failure: "It could not be saved. Please try again.",
    onDone: ({ memory }) => onSaved(memory),
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setProblem(lengthProblem);
    if (lengthProblem === null) saving.mutate(text.trim());
  }

  return (
    <form className={styles.confirmation} noValidate onSubmit={handleSubmit}>
      <p className={styles.kind}>
        It will be kept as <b>{memoryTypeLabels[type]}</b>
      </p>
      <TextArea
        label="Your words"
        rows={5}
        maxLength={MAX_MEMORY}
        value={text}
        onChange={(event) => onEdit(event.currentTarget.value)}
      />
      {keywords.length === 0 ? null : (
        <ul className={styles.keywords} aria-label="Keywords">
          {keywords.map((keyword) => (
            <li key={keyword}>
              <Tag>{keyword}</Tag>
            </li>
          ))}
        </ul>
      )}
      <FormMessage message={problem ?? saving.error ?? lengthProblem} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isBusy={saving.isPending}>
          {saving.isPending ? "Saving..." : "Yes, save this"}
        </Button>
        <Button onClick={onReject}>No, try again</Button>
      </div>
      <p className={styles.hint}>Only you see it. You find it again by asking.</p>
    </form>
  );
}
