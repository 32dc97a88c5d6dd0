import { ArrowUp, Plus, Square, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect } from "react";
import { IconButton, iconButtonClass } from "#web/ui/icon-button.tsx";
import type { ChatActions, ChatState } from "../store/chat-state.ts";
import styles from "./composer.module.css";

interface ComposerProps {
  state: Pick<ChatState, "draft" | "maxLength" | "phase" | "voice" | "editedId">;
  actions: Pick<ChatActions, "changeDraft" | "send" | "stop" | "edit" | "cancelEdit">;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  /** Opens the way to add a resource. */
  onShare: () => void;
  /** Takes spoken words. */
  microphone?: ReactNode;
}

/** Enter sends, Shift+Enter starts a new line, the up key in an empty field takes up the last message again. */
export function Composer({ state, actions, inputRef, onShare, microphone }: ComposerProps) {
  const { draft, maxLength, phase, voice, editedId } = state;
  const words = draft.trim();
  const isEditing = editedId !== null;
  const isAnswering = phase === "answering";
  const maySend = phase === "idle" || phase === "parted";
  const isSpeaking = voice !== "idle";
  const excess = draft.length - maxLength;
  const isLocked = phase === "sending" || isSpeaking;

  useEffect(() => {
    const input = inputRef.current;
    if (editedId === null || input === null) return;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, [editedId, inputRef]);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!maySend || isSpeaking) return;
    if (words === "" || excess > 0) inputRef.current?.focus();
    else actions.send(words);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // While a word is being composed (Japanese, accents), Enter accepts the word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }
    if (event.key === "ArrowUp" && draft === "" && phase === "idle" && !isEditing) {
      event.preventDefault();
      actions.edit();
    }
  }

  return (
    <form
      className={styles.composer}
      data-tall={isEditing || excess > 0 || undefined}
      onSubmit={handleSubmit}
    >
      {/* Not `maxLength`: it would cut what is pasted without a word. */}
      {excess > 0 ? (
        <p id="chat-too-long" className={styles.tooLong} role="alert">
          {`${excess} characters too many: shorten it, or send it in parts.`}
        </p>
      ) : null}
      {isEditing ? (
        <div className={styles.editing}>
          <span id="chat-editing">Editing your message</span>
          <IconButton label="Cancel editing" icon={X} onClick={actions.cancelEdit} />
        </div>
      ) : (
        <ShareButton onShare={onShare} />
      )}
      <textarea
        ref={inputRef}
        className={styles.input}
        aria-label="Message"
        aria-describedby={excess > 0 ? "chat-too-long" : isEditing ? "chat-editing" : undefined}
        aria-invalid={excess > 0 || undefined}
        placeholder={placeholderOf(phase, voice)}
        rows={1}
        enterKeyHint="send"
        // Not `disabled`: that would drop the focus, and on a phone the keyboard, with every message.
        readOnly={isLocked}
        aria-disabled={isLocked || undefined}
        value={draft}
        onChange={(event) => actions.changeDraft(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      {microphone}
      {/* One button: whoever stopped an answer keeps the focus where it was. */}
      <IconButton
        type={isAnswering ? "button" : "submit"}
        isPrimary={!isAnswering}
        className={isAnswering ? styles.stop : undefined}
        label={isAnswering ? "Stop" : phase === "sending" ? "Sending..." : "Send"}
        icon={isAnswering ? Square : ArrowUp}
        aria-disabled={isAnswering ? undefined : isLocked || undefined}
        onClick={isAnswering ? actions.stop : undefined}
      />
    </form>
  );
}

function placeholderOf(phase: ChatState["phase"], voice: ChatState["voice"]): string {
  if (voice === "recording") return "Recording...";
  return (phase === "idle" || phase === "parted") && voice === "idle" ? "Send a message..." : "Processing...";
}

/** With the tooltip that says how resources get into the library. */
function ShareButton({ onShare }: { onShare: () => void }) {
  return (
    <span className={styles.share}>
      <button
        type="button"
        className={iconButtonClass()}
        aria-label="Add Resource"
        aria-describedby="chat-share-tip"
        onClick={onShare}
      >
        <Plus aria-hidden size={22} strokeWidth={1.8} />
      </button>
      <span className={styles.tip} role="tooltip" id="chat-share-tip">
        Share a venue, gear or a talent: tap here, or say “add resource”.
      </span>
    </span>
  );
}
