import { useQueryClient } from "@tanstack/react-query";
import { Mic } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { MAX_MEMORY } from "#shared/features/memories/length-rule.ts";
import { newId } from "#shared/id.ts";
import { useFormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { RestoredNote } from "#web/ui/form/restored-note.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { appendSpoken } from "#web/features/voice/transcription/spoken-draft.ts";
import { share } from "#web/features/daily/daily-operations.ts";
import { SpokenWords } from "#web/features/voice/transcription/spoken-words.tsx";
import styles from "./memories.module.css";

interface CreateMemoryProps {
  /** Initial text. */
  initial?: string;
  /** Called when it is saved on the device or on the server. The form shows the success message once this has resolved. */
  onSaved?: () => Promise<void>;
  onViewBank: () => void;
  onClose: () => void;
}

/** A form to type or dictate a memory of up to 2,000 characters, which is saved online or offline. */
export function CreateMemory({ initial = "", onSaved, onViewBank, onClose }: CreateMemoryProps) {
  const client = useQueryClient();
  const [content, setContent] = useState(() => initial.slice(0, MAX_MEMORY).toWellFormed());
  const [isSpeaking, setSpeaking] = useState(false);
  const memoryId = useRef(newId());
  // A share from another app is stored separately.
  const draft = useFormDraft(initial === "" ? "memory" : null, { content }, (words) =>
    setContent(words.content),
  );
  const saving = useQueuedMutation({
    draft,
    send: async (words: string, operationId) => {
      const sent = await share(memoryId.current, words, operationId);
      if (sent.status !== "refused") await onSaved?.();
      return sent;
    },
    onDone: () => {
      void client.invalidateQueries({ queryKey: ["memories"] });
      void client.invalidateQueries({ queryKey: ["daily"] });
    },
  });
  const { status, error, refusal } = saving;
  if (status === "sent" || status === "queued")
    return <Saved isOnDevice={status === "queued"} onViewBank={onViewBank} onClose={onClose} />;
  const isDisabled = content.trim() === "" || saving.isPending;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isDisabled) saving.mutate(content.trim());
  }

  function handleWords(words: string): void {
    setSpeaking(false);
    saving.reset();
    // Preserve typed text.
    setContent((before) => appendSpoken(before, words).slice(0, MAX_MEMORY).toWellFormed());
  }

  return (
    <form className={styles.create} noValidate onSubmit={handleSubmit}>
      <div className={styles.actions}>
        <Button onClick={() => setSpeaking(true)} disabled={saving.isPending}>
          <Mic aria-hidden size={20} strokeWidth={1.8} /> Record Your Memory
        </Button>
        <Button variant="plain" onClick={onViewBank}>
          View Memory Bank
        </Button>
      </div>
      <RestoredNote draft={draft} />
      <TextArea
        label="Your memory"
        rows={6}
        readOnly={saving.isPending}
        maxLength={MAX_MEMORY}
        placeholder="What do you want to remember?"
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      <FormMessage message={error === null ? null : [FAILED, refusal?.message].filter(Boolean).join(" ")} />
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="primary"
          disabled={isDisabled}
          aria-busy={saving.isPending || undefined}
        >
          {saving.isPending ? "Saving..." : "Save Memory"}
        </Button>
      </div>
      {isSpeaking ? (
        <SpokenWords
          title="Record Your Memory"
          prompt="Say it in your own words. You can change them before they are saved."
          onWords={handleWords}
          onClose={() => setSpeaking(false)}
        />
      ) : null}
    </form>
  );
}

const FAILED = "Failed to save your memory. Please try again.";

interface SavedProps {
  isOnDevice: boolean;
  onViewBank: () => void;
  onClose: () => void;
}

function Saved({ isOnDevice, onViewBank, onClose }: SavedProps) {
  return (
    <div className={styles.create}>
      <p className={styles.done} role="status">
        Your memory has been saved!
        {isOnDevice ? (
          <span className={styles.hint}>It is on this device until the server has it.</span>
        ) : null}
      </p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
        <Button onClick={onViewBank}>View Memory Bank</Button>
      </div>
    </div>
  );
}
