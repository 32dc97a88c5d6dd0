import { lazy, type ReactNode, Suspense, useRef } from "react";
import { type ChatActions, type ChatState, isHelpNewest } from "../store/chat-state.ts";
import styles from "./chat-screen.module.css";
import { CompanionHeader } from "./companion-header.tsx";
import { Composer } from "../composer/composer.tsx";
import { ConversationFrame } from "./conversation-frame.tsx";
import { Intro } from "./intro.tsx";
import { PromptChips } from "../composer/prompt-chips.tsx";

/** Everything from the first word on: not needed before it. */
const Conversation = lazy(async () => ({
  default: (await import("./conversation-view.tsx")).ConversationView,
}));
const ResourceHint = lazy(async () => ({
  default: (await import("../composer/resource-hint.tsx")).ResourceHint,
}));

/** Where the chat leads to. */
export interface ChatLinks {
  openResource: (id: string) => void;
  /** To the form that adds a resource. */
  share: () => void;
  openThreads: () => void;
  /** To the people to turn to. */
  help: () => void;
  showKeys: () => void;
  /** To the companion chooser; without it there is nobody to change to. */
  changeCompanion?: () => void;
}

interface ChatScreenProps {
  state: ChatState;
  actions: ChatActions;
  links: ChatLinks;
  /** Takes spoken words, in the composer. */
  microphone?: ReactNode;
  /** Takes a spoken description of a resource, in the hint. */
  resourceMicrophone?: ReactNode;
  /** What was spoken and is not in words yet. */
  unsentRecordings?: ReactNode;
}

export function ChatScreen({ state, actions, links, ...slots }: ChatScreenProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const intro = (
    <ConversationFrame>
      <Intro companion={state.companion} isReturning={state.isReturning} isAlone />
    </ConversationFrame>
  );
  return (
    <section className={styles.screen} aria-label="Chat">
      <CompanionHeader
        companion={state.companion}
        note={state.modeNote}
        onOpenThreads={links.openThreads}
        onHelp={links.help}
        onChange={links.changeCompanion}
      />
      {state.isReady ? (
        <Suspense fallback={intro}>
          <Conversation state={state} actions={actions} links={links} composer={input} />
        </Suspense>
      ) : (
        intro
      )}
      <div className={styles.foot}>
        {isHelpNewest(state) ? null : state.isHintShown ? (
          <Suspense>
            <ResourceHint
              onOpenForm={links.share}
              onDismiss={actions.dismissHint}
              microphone={slots.resourceMicrophone}
            />
          </Suspense>
        ) : (
          <PromptChips
            prompts={state.prompts}
            isDisabled={state.phase !== "idle" || state.voice !== "idle"}
            onChoose={actions.send}
          />
        )}
        {isHelpNewest(state) ? null : slots.unsentRecordings}
        <Composer
          state={state}
          actions={actions}
          inputRef={input}
          onShare={links.share}
          microphone={slots.microphone}
        />
      </div>
    </section>
  );
}
