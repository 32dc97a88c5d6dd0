import { useQueryClient } from "@tanstack/react-query";
import { Mic } from "lucide-react";
import { type ReactNode, useState, type FormEvent } from "react";
import { MAX_MEMORY } from "#shared/features/memories/length-rule.ts";
import { newId } from "#shared/id.ts";
import { useFormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { RestoredNote } from "#web/ui/form/restored-note.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { appendSpoken } from "#web/features/voice/transcription/spoken-draft.ts";
import { SpokenWords } from "#web/features/voice/transcription/spoken-words.tsx";
import { share } from "./daily-operations.ts";
import styles from "./daily.module.css";

/** Result of sharing a thought. */
export interface SharedThought {
  /** Whether it is queued on this device. */
  isOnDevice: boolean;
  /** Ids of companions unlocked by it. */
  discovered: readonly string[];
}

interface ThoughtFormProps {
  onShared: (shared: SharedThought) => void;
}

/** A form to type or dictate a thought, which is saved online or offline. */
export function ThoughtForm({ onShared }: ThoughtFormProps) {
  const [content, setContent] = useState("");
  const [isSpeaking, setIsSpeaking] = useState(false);
  const [memoryId] = useState(newId);
  const client = useQueryClient();
  const draft = useFormDraft("thought", { content }, (words) => setContent(words.content));
  const saving = useQueuedMutation({
    draft,
    send: async (thought: string, operationId) => share(memoryId, thought, operationId),
    failure: "Failed to save your memory. Please try again.",
    onSent: ({ discovered }) => onShared({ isOnDevice: false, discovered }),
    onQueued: () => onShared({ isOnDevice: true, discovered: [] }),
    onDone: () => void client.invalidateQueries({ queryKey: ["daily"] }),
  });
  const { operations } = useOutbox();
  const isQueued = saving.isPending && operations.some(({ body }) => isOf(body, memoryId));
  const isBlank = content.trim() === "";

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isBlank && !saving.isPending) saving.mutate(content.trim());
  }

  return (
    <form className={styles.stack} noValidate onSubmit={handleSubmit}>
      <p className={styles.lead}>What’s on your mind today? Only you can read it.</p>
      <Button onClick={() => setIsSpeaking(true)} aria-haspopup="dialog" disabled={saving.isPending}>
        <Mic aria-hidden size={20} strokeWidth={1.8} />
        Speak it instead
      </Button>
      <RestoredNote draft={draft} />
      <TextArea
        label="Your thoughts"
        rows={6}
        readOnly={saving.isPending}
        maxLength={MAX_MEMORY}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      {isQueued ? <p role="status">Saved on this device. It is being sent.</p> : null}
      <FormMessage message={saving.error} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabled={isBlank} isBusy={saving.isPending}>
          {saving.isPending ? "Saving..." : "Save Thought"}
        </Button>
      </div>
      {isSpeaking ? (
        <SpokenWords
          title="Unload Your Mind"
          prompt="Say whatever is on your mind. You can change the words before they are saved."
          onWords={(words) => {
            setIsSpeaking(false);
            setContent(appendSpoken(content, words).slice(0, MAX_MEMORY).toWellFormed());
          }}
          onClose={() => setIsSpeaking(false)}
        />
      ) : null}
    </form>
  );
}

interface ThoughtSharedProps {
  shared: SharedThought;
  /** Names of companions unlocked by it. */
  met: readonly string[];
  children: ReactNode;
}

/** The result of sharing a thought: its status and the companions it unlocked. */
export function ThoughtShared({ shared, met, children }: ThoughtSharedProps) {
  return (
    <div className={styles.stack} role="status">
      <p className={styles.done}>
        {shared.isOnDevice
          ? "Your thought is saved on this device and sent when there is a signal. The quest unlocks then."
          : "Your thought is saved. Today's quest is unlocked."}
      </p>
      {met.length === 0 ? null : (
        <p className={styles.met}>
          Your daily thoughts have brought you together: you have met {new Intl.ListFormat("en").format(met)}!
        </p>
      )}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

/** Whether a queued body belongs to this memory. */
function isOf(body: unknown, memoryId: string): boolean {
  return typeof body === "object" && body !== null && "id" in body && body.id === memoryId;
}
