import { ArrowUp, Plus, Square, X } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { MAX_MESSAGE } from "#shared/features/chat/limits.ts";
import { isComposingKey } from "#web/lib/composing-key.ts";
import { IconButton, iconButtonClass } from "#web/ui/icon-button.tsx";
import { endHold } from "#web/lib/page-shown.ts";
import type { ChatActions, ChatState } from "../store/chat-state.ts";
import { useChatPhase, useChatState } from "../store/use-chat.ts";
import styles from "./composer.module.css";

interface ComposerProps {
  actions: Pick<ChatActions, "changeDraft" | "send" | "stop" | "edit" | "cancelEdit">;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  /** Starts adding a resource. */
  onShare: () => void;
  /** Voice input. */
  microphone?: ReactNode;
}

/** The message field. Enter sends, Shift+Enter starts a new line, and the up key in an empty field edits the last message. */
export function Composer({ actions, inputRef, onShare, microphone }: ComposerProps) {
  const draft = useChatState((state) => state.draft);
  const voice = useChatState((state) => state.voice);
  const editedId = useChatState((state) => state.editedId);
  const phase = useChatPhase();
  const words = draft.trim();
  const isEditing = editedId !== null;
  const isSpeaking = voice !== "idle";
  const excess = draft.length - MAX_MESSAGE;
  // Text typed during an answer is sent after it.
  const mayStop = phase === "answering" && words === "";

  useEffect(() => {
    const input = inputRef.current;
    if (editedId === null || input === null) return;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, [editedId, inputRef]);

  useTypedBefore(inputRef, actions);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isSpeaking) return;
    // The field's text, because React renders the text typed before this view was hydrated only after its effects.
    const shown = inputRef.current?.value ?? "";
    if (shown.trim() !== "") {
      actions.changeDraft(shown);
      actions.send(shown);
    }
    if (shown.trim() === "" || shown.length > MAX_MESSAGE) inputRef.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (isComposingKey(event.nativeEvent)) return;
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
      // Looby restores the draft. On Back the browser would restore words that another page has sent since; WebKit asks the form.
      autoComplete="off"
      onSubmit={handleSubmit}
    >
      {/* Not `maxLength`: it would silently truncate pasted text. */}
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
        data-chat
        dir="auto"
        aria-describedby={excess > 0 ? "chat-too-long" : isEditing ? "chat-editing" : undefined}
        aria-invalid={excess > 0 || undefined}
        placeholder={placeholderOf(phase, voice)}
        rows={1}
        enterKeyHint="send"
        // Not `disabled`: that would lose the focus, and on a phone the keyboard, with every message.
        readOnly={isSpeaking}
        aria-disabled={isSpeaking || undefined}
        value={draft}
        onChange={(event) => actions.changeDraft(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      <div className={styles.actions}>
        {microphone}
        {/* One button for both actions, so that it does not lose the focus when an answer is stopped. */}
        <IconButton
          type={mayStop ? "button" : "submit"}
          isPrimary={!mayStop}
          className={mayStop ? styles.stop : undefined}
          label={mayStop ? "Stop" : phase === "sending" && words === "" ? "Sending..." : "Send"}
          icon={mayStop ? Square : ArrowUp}
          aria-disabled={isSpeaking || undefined}
          onClick={mayStop ? actions.stop : undefined}
        />
      </div>
    </form>
  );
}

/** Adopts text typed while the page's script was loading, and sends the messages sent meanwhile: see the script in index.html. */
function useTypedBefore(
  inputRef: RefObject<HTMLTextAreaElement | null>,
  { changeDraft, send }: Pick<ChatActions, "changeDraft" | "send">,
): void {
  const isTaken = useRef(false);
  useLayoutEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    // In the same step, because a message held by the inline script after this point would never be sent.
    const asked = endHold();
    const typed = inputRef.current?.value ?? "";
    for (const { id, text } of asked) send(text, undefined, id || undefined);
    if (typed !== "") changeDraft(typed);
  }, [inputRef, changeDraft, send]);
}

function placeholderOf(phase: ChatState["phase"], voice: ChatState["voice"]): string {
  if (voice === "recording") return "Recording...";
  return (phase === "idle" || phase === "parted") && voice === "idle" ? "Send a message..." : "Processing...";
}

/** Share button with a tooltip that explains how to add resources to the library. */
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
