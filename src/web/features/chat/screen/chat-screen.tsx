import { lazy, type ReactNode, Suspense, useRef } from "react";
import type { Proposal } from "#shared/features/chat/proposal.ts";
import {
  type ChatActions,
  type ChatCompanion,
  isConversationEmpty,
  isHelpNewest,
} from "../store/chat-state.ts";
import { useChatState } from "../store/use-chat.ts";
import bubbleStyles from "../message/bubble.module.css";
import styles from "./chat-screen.module.css";
import { CompanionHeader } from "./companion-header.tsx";
import { Composer } from "../composer/composer.tsx";
import { ConversationFrame } from "./conversation-frame.tsx";
import { Intro } from "./intro.tsx";
import { PromptChips } from "../composer/prompt-chips.tsx";

/** Loaded with the first message. */
const Conversation = lazy(async () => ({
  default: (await import("./conversation-view.tsx")).ConversationView,
}));
const ResourceHint = lazy(async () => ({
  default: (await import("../composer/resource-hint.tsx")).ResourceHint,
}));

/** Links from the chat to other parts of the page. */
export interface ChatLinks {
  openResource: (id: string) => void;
  /** Opens the form of a proposal. */
  openProposal: (proposal: Proposal) => void;
  /** Opens the form that adds a resource. */
  share: () => void;
  openThreads: () => void;
  /** Shows the people to contact. */
  help: () => void;
  /** Opens the companion chooser; undefined when there is no other companion. */
  changeCompanion?: () => void;
}

interface ChatScreenProps {
  companion: ChatCompanion;
  /** A user who has chosen a companion before is greeted as a friend. */
  isReturning: boolean;
  /** Shown under the companion's name, for example "Answers come from the library"; null shows nothing. */
  modeNote: string | null;
  prompts: readonly string[];
  /** Modules needed after the first paint may be loaded. */
  isReady: boolean;
  actions: ChatActions;
  links: ChatLinks;
  slots: {
    /** Voice input for the composer. */
    microphone: ReactNode;
    /** Voice input for a resource description, in the hint. */
    resourceMicrophone: ReactNode;
    /** Recordings that are not transcribed yet. */
    unsentRecordings: ReactNode;
    /** The user's pending tasks, below the greeting. */
    today: ReactNode;
  };
}

/** Messages sent before the chat's store is loaded, which then shows them in the conversation. */
function TakenMessages() {
  const taken = useChatState(({ unstored }) => unstored);
  return taken.map(({ id, text }) => (
    <p key={id} className={bubbleStyles.bubble} dir="auto" ref={(bubble) => bubble?.scrollIntoView()}>
      {text}
    </p>
  ));
}

/** The chat. Each part subscribes to the state it shows, so that a streamed word renders only its own message again. */
export function ChatScreen({ companion, isReturning, actions, links, slots, ...around }: ChatScreenProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const isHelp = useChatState(({ conversation }) => isHelpNewest(conversation));
  const isHintShown = useChatState((state) => state.isHintShown);
  const isEmpty = useChatState(isConversationEmpty);
  return (
    <section className={styles.screen} aria-label="Chat">
      <CompanionHeader
        companion={companion}
        note={around.modeNote}
        onOpenThreads={links.openThreads}
        onHelp={links.help}
        onChange={links.changeCompanion}
      />
      {isEmpty || !around.isReady ? (
        <ConversationFrame>
          {slots.today}
          <Intro companion={companion} isReturning={isReturning} isAlone />
          {around.isReady ? null : <TakenMessages />}
        </ConversationFrame>
      ) : null}
      {around.isReady ? (
        <Suspense fallback={isEmpty ? null : <ConversationFrame>{null}</ConversationFrame>}>
          <Conversation
            companion={companion}
            isReturning={isReturning}
            isEmpty={isEmpty}
            actions={actions}
            links={links}
            composer={input}
          />
        </Suspense>
      ) : null}
      <div className={styles.foot}>
        {isHelp ? null : isHintShown ? (
          <Suspense>
            <ResourceHint
              onOpenForm={links.share}
              onDismiss={actions.dismissHint}
              microphone={slots.resourceMicrophone}
            />
          </Suspense>
        ) : !isEmpty ? null : (
          // A later answer offers its own next steps.
          <PromptChips prompts={around.prompts} onChoose={actions.send} />
        )}
        {isHelp ? null : slots.unsentRecordings}
        <Composer actions={actions} inputRef={input} onShare={links.share} microphone={slots.microphone} />
      </div>
    </section>
  );
}
