import { ArrowDown } from "lucide-react";
import { useEffect } from "react";
import { whenIdle } from "#web/lib/when-idle.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { ChatActions, ChatState } from "./chat-state.ts";
import { Intro } from "./intro.tsx";
import styles from "./message-list.module.css";
import { loadTurn, Turn } from "./turn.tsx";
import { useStickToEnd } from "./use-stick-to-end.ts";

export function MessageList({ state, actions }: { state: ChatState; actions: ChatActions }) {
  const sentCount = state.messages.reduce(
    (count, message) => (message.role === "user" ? count + 1 : count),
    0,
  );
  const { listRef, contentRef, isJumpOffered, jumpToEnd } = useStickToEnd(sentCount);
  useEffect(() => whenIdle(() => void loadTurn()), []);
  return (
    <div className={styles.frame}>
      {/* Announcements are made once per answer by the screen: a live log would read out every token. */}
      <div
        className={styles.list}
        ref={listRef}
        role="log"
        aria-live="off"
        aria-label="Conversation"
        // A keyboard scrolls only what can hold the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <div className={styles.content} ref={contentRef}>
          <VisuallyHidden as="h2">Conversation</VisuallyHidden>
          <Intro
            companion={state.companion}
            isReturning={state.isReturning}
            isAlone={state.messages.length === 0}
          />
          {state.messages.map((message) => (
            <Turn key={message.id} message={message} speaker={state.companion.name} actions={actions} />
          ))}
        </div>
      </div>
      {isJumpOffered ? (
        <IconButton className={styles.jump} label="Scroll to bottom" icon={ArrowDown} onClick={jumpToEnd} />
      ) : null}
    </div>
  );
}
