import { ArrowUp, Square } from "lucide-react";
import { useRef, type FormEvent, type KeyboardEvent } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import type { ChatState } from "./chat-state.ts";
import styles from "./composer.module.css";

interface ComposerProps {
  draft: string;
  maxLength: number;
  phase: ChatState["phase"];
  onDraftChange: (text: string) => void;
  onSend: (text: string) => void;
  onStop: () => void;
}

/** Enter sends, Shift+Enter starts a new line. */
export function Composer({ draft, maxLength, phase, onDraftChange, onSend, onStop }: ComposerProps) {
  const words = draft.trim();
  const input = useRef<HTMLTextAreaElement>(null);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (phase !== "idle") return;
    if (words === "") input.current?.focus();
    else onSend(words);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // While a word is being composed (Japanese, accents), Enter accepts the word.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  return (
    <form className={styles.composer} onSubmit={handleSubmit}>
      <textarea
        ref={input}
        className={styles.input}
        aria-label="Message"
        placeholder={phase === "idle" ? "Send a message..." : "Processing..."}
        rows={1}
        maxLength={maxLength}
        enterKeyHint="send"
        // Not `disabled`: that would drop the focus, and on a phone the keyboard, with every message.
        readOnly={phase === "sending"}
        aria-disabled={phase === "sending" || undefined}
        value={draft}
        onChange={(event) => onDraftChange(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      {phase === "answering" ? (
        <IconButton key="stop" className={styles.stop} label="Stop" icon={Square} onClick={onStop} />
      ) : (
        <IconButton
          key="send"
          type="submit"
          isPrimary
          label={phase === "sending" ? "Sending..." : "Send"}
          icon={ArrowUp}
          aria-disabled={phase === "sending" || undefined}
        />
      )}
    </form>
  );
}
