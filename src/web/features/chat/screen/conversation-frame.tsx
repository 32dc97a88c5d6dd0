import type { ReactNode, RefObject } from "react";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import styles from "./message-list.module.css";

interface ConversationFrameProps {
  listRef?: RefObject<HTMLDivElement | null>;
  contentRef?: RefObject<HTMLDivElement | null>;
  /** The empty space below the content. */
  roomRef?: RefObject<HTMLDivElement | null>;
  /** Shown over the end of the list. */
  over?: ReactNode;
  children: ReactNode;
}

/** The scroll container of a conversation. */
export function ConversationFrame({ listRef, contentRef, roomRef, over, children }: ConversationFrameProps) {
  return (
    <div className={styles.frame}>
      {/* Sentences are announced separately, because a live log would read out every token. */}
      <div
        className={styles.list}
        ref={listRef}
        role="log"
        aria-live="off"
        aria-label="Conversation"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard can only scroll a focusable element
        tabIndex={0}
      >
        <div className={styles.content} ref={contentRef}>
          <VisuallyHidden as="h2">Conversation</VisuallyHidden>
          {children}
        </div>
        <div ref={roomRef} />
      </div>
      {over}
    </div>
  );
}
