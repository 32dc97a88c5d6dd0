import { useState } from "react";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { ChatActions, ChatState } from "./chat-state.ts";
import styles from "./chat-screen.module.css";
import { CompanionHeader } from "./companion-header.tsx";
import { Composer } from "./composer.tsx";
import { withoutCitations } from "./citation-marks.ts";
import { MessageList } from "./message-list.tsx";
import { PromptChips } from "./prompt-chips.tsx";

interface ChatScreenProps {
  state: ChatState;
  actions: ChatActions;
  /** Opens the companion chooser; without it there is nothing to change to. */
  onChangeCompanion?: () => void;
  onHelp: () => void;
}

export function ChatScreen({ state, actions, onChangeCompanion, onHelp }: ChatScreenProps) {
  return (
    <section className={styles.screen} aria-label="Chat">
      <CompanionHeader
        companion={state.companion}
        note={state.modeNote}
        onHelp={onHelp}
        {...(onChangeCompanion === undefined ? {} : { onChange: onChangeCompanion })}
      />
      <MessageList state={state} actions={actions} />
      <div className={styles.foot}>
        <PromptChips prompts={state.prompts} isDisabled={state.phase !== "idle"} onChoose={actions.send} />
        <Composer
          draft={state.draft}
          maxLength={state.maxLength}
          phase={state.phase}
          onDraftChange={actions.changeDraft}
          onSend={actions.send}
          onStop={actions.stop}
        />
      </div>
      <Announcer state={state} />
    </section>
  );
}

/** A screen reader hears each finished answer once, whole, instead of every token of it. */
function Announcer({ state }: { state: ChatState }) {
  const last = state.messages.at(-1);
  // What was there when the screen opened is old news.
  const [firstId] = useState(last?.id);
  const isNews =
    last?.role === "assistant" &&
    last.id !== firstId &&
    last.status !== "waiting" &&
    last.status !== "streaming";
  return (
    <VisuallyHidden as="output">
      {isNews ? `${state.companion.name} said: ${withoutCitations(last.text)}` : ""}
    </VisuallyHidden>
  );
}
