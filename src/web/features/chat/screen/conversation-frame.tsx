import type { ReactNode, RefObject } from "react";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import styles from "./message-list.module.css";

interface ConversationFrameProps {
  listRef?: RefObject<HTMLDivElement | null>;
  contentRef?: RefObject<HTMLDivElement | null>;
  /** What is written over the list. */
  over?: ReactNode;
  children: ReactNode;
}

/** The scrolling place of a conversation. */
export function ConversationFrame({ listRef, contentRef, over, children }: ConversationFrameProps) {
  return (
    <div className={styles.frame}>
      {/* Sentences are announced one by one beside it: a live log would read out every token. */}
      <div
        className={styles.list}
        ref={listRef}
        role="log"
        aria-live="off"
        aria-label="Conversation"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls only what can hold the focus
        tabIndex={0}
      >
        <div className={styles.content} ref={contentRef}>
          <VisuallyHidden as="h2">Conversation</VisuallyHidden>
          {children}
        </div>
      </div>
      {over}
    </div>
  );
}
