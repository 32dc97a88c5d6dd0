import { ArrowDown } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { chipsOf } from "#shared/features/chat/answer-chips.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import type { ChatMessage } from "../conversation/chat-message.ts";
import { type ChatActions, type ChatState, isHelpNewest } from "../store/chat-state.ts";
import { ConversationFrame } from "./conversation-frame.tsx";
import { Intro } from "./intro.tsx";
import {
  earlierWindow,
  endWindow,
  laterWindow,
  type MessageWindow,
  sliceOf,
  windowAround,
} from "../conversation/message-window.ts";
import { VoicePlaceholder } from "../composer/voice-placeholder.tsx";
import { Turn, type TurnActions } from "../message/turn.tsx";
import { useSoughtMessage } from "./use-sought-message.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";
import { AnswerChips } from "../message/answer-chips.tsx";
import styles from "./message-list.module.css";

interface MessageListProps {
  state: ChatState;
  /** Time of the data if it comes from this phone's copy; 0 if it comes from the server. */
  heardAt?: number;
  /** The message to scroll to. */
  sought?: { id: string } | undefined;
  actions: TurnActions & Pick<ChatActions, "loadEarlier" | "retryOpening" | "send">;
}

/** A conversation. Renders only part of a long one, and more when the user scrolls up. */
export function MessageList({ state, heardAt = 0, sought, actions }: MessageListProps) {
  const { messages, epoch, hasEarlier, opening, companion } = state;
  const lastQuestion = messages.findLast(({ role }) => role === "user");
  const [view, setView] = useState<{ window: MessageWindow; key: string }>({ window: endWindow, key: "" });
  // Another conversation or a new message of the user: scroll to the end again.
  const key = `${epoch} ${lastQuestion?.id ?? ""}`;
  const window = view.key === key ? view.window : endWindow;
  const { from, to } = sliceOf(messages, window);
  const { listRef, contentRef, roomRef, isJumpOffered, jumpToEnd, release } = useStickToEnd({
    sentId: readFrom(messages, state.phase)?.id ?? "",
    epoch,
    isAnswering: state.phase !== "idle",
  });

  async function showEarlier(): Promise<void> {
    if (from === 0) await actions.loadEarlier();
    anchorScroll(listRef, release, () => setEdge(earlierWindow));
  }

  function setEdge(move: typeof earlierWindow): void {
    // The messages just loaded are not in this render yet, so the edge is identified by ids.
    setView((before) => ({
      key,
      window: move(latest.current, before.key === key ? before.window : endWindow),
    }));
  }

  useSoughtMessage(sought, {
    listRef,
    release,
    show: (id) => setView({ key, window: windowAround(messages, id) }),
  });

  const latest = useRef(messages);
  // A layout effect, because an effect would add a task for every streamed word.
  useLayoutEffect(() => {
    latest.current = messages;
  }, [messages]);

  function handleJump(): void {
    flushSync(() => setView({ window: endWindow, key }));
    jumpToEnd();
  }

  const isCut = to < messages.length;
  return (
    <ConversationFrame
      listRef={listRef}
      contentRef={contentRef}
      roomRef={roomRef}
      over={
        isJumpOffered || isCut ? (
          <IconButton
            className={styles.jump}
            label="Scroll to bottom"
            icon={ArrowDown}
            onClick={handleJump}
          />
        ) : null
      }
    >
      <Opening opening={opening} onRetry={actions.retryOpening} />
      {from > 0 || hasEarlier ? (
        <Edge
          key={`${messages[from]?.id ?? ""} ${epoch}`}
          label="Show earlier messages"
          listRef={listRef}
          onReach={showEarlier}
        />
      ) : opening === null ? (
        <Intro companion={companion} isReturning={state.isReturning} isAlone={messages.length === 0} />
      ) : null}
      {messages.slice(from, to).map((message) => (
        <Turn
          key={message.id}
          message={message}
          speaker={companion.name}
          isBusy={state.phase !== "idle"}
          actions={actions}
        />
      ))}
      {isCut || state.phase !== "idle" ? null : (
        <NextWords
          newest={messages.at(-1)}
          onSay={(...args) => {
            // The chip is removed, so move the focus to the conversation.
            listRef.current?.focus({ preventScroll: true });
            actions.send(...args);
          }}
        />
      )}
      {state.voice === "processing" ? <VoicePlaceholder /> : null}
      {isHelpNewest(state) ? null : <AsOf of={{ dataUpdatedAt: heardAt }} />}
      {isCut ? (
        <Edge
          key={messages[to]?.id}
          label="Show later messages"
          listRef={listRef}
          onReach={async () => anchorScroll(listRef, release, () => setEdge(laterWindow))}
        />
      ) : null}
    </ConversationFrame>
  );
}

/** The question to scroll to: the newest one, but not one that is queued behind the answer above it and has no help card. */
function readFrom(messages: readonly ChatMessage[], phase: ChatState["phase"]): ChatMessage | undefined {
  return messages.findLast(({ role }, index) => {
    const answer = messages[index + 1];
    const isBehind = phase !== "idle" && answer?.role === "assistant" && answer.status === "queued";
    return role === "user" && !(isBehind && answer.ui === null);
  });
}

function Opening({ opening, onRetry }: { opening: ChatState["opening"]; onRetry: () => void }) {
  if (opening === null) return null;
  if (opening.problem === null) return <Spinner label="Opening the conversation" isLabelVisible />;
  if (opening.isWaiting)
    return <Spinner label="Waiting for the signal. Then this conversation opens." isLabelVisible />;
  return <ErrorState title="This conversation did not load" text={opening.problem} onRetry={onRetry} />;
}

/** Suggested replies to the newest message, when it is an answer that has some. */
function NextWords({ newest, onSay }: { newest: ChatMessage | undefined; onSay: ChatActions["send"] }) {
  const chips = newest?.role === "assistant" ? chipsOf(newest.ui) : [];
  if (chips.length === 0) return null;
  return <AnswerChips chips={chips} onSay={onSay} />;
}

interface EdgeProps {
  label: string;
  listRef: RefObject<HTMLDivElement | null>;
  onReach: () => Promise<void>;
}

/** Edge of the rendered part: loads more when it comes into view, or by a button for users who do not scroll. */
function Edge({ label, listRef, onReach }: EdgeProps) {
  const edge = useRef<HTMLDivElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const reach = useRef(onReach);
  useEffect(() => {
    reach.current = onReach;
  });

  function go(): void {
    setIsBusy(true);
    void reach.current().finally(() => setIsBusy(false));
  }

  useEffect(() => {
    if (edge.current === null || listRef.current === null) return;
    let hasBeenAway = false;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        // Initially it may be in view before the list has been scrolled to its end.
        if (entry?.isIntersecting !== true) hasBeenAway = true;
        else if (hasBeenAway) {
          watcher.disconnect();
          go();
        }
      },
      { root: listRef.current, rootMargin: "200px 0px" },
    );
    watcher.observe(edge.current);
    return () => watcher.disconnect();
  }, [listRef]);

  return (
    <div ref={edge} className={styles.edge}>
      <Button variant="plain" isBusy={isBusy} onClick={go}>
        {isBusy ? "Loading..." : label}
      </Button>
    </div>
  );
}

/** Renders more above or below without moving the text in view. */
function anchorScroll(
  listRef: RefObject<HTMLDivElement | null>,
  release: () => void,
  draw: () => void,
): void {
  const list = listRef.current;
  const fixed = list === null ? null : inView(list);
  release();
  flushSync(draw);
  if (list === null || fixed === null || !fixed.element.isConnected) return;
  list.scrollTop += fixed.element.getBoundingClientRect().top - fixed.top;
}

/** The first message at least partly in view, and its distance from the top of the page. */
function inView(list: HTMLElement): { element: Element; top: number } | null {
  const edge = list.getBoundingClientRect().top;
  for (const element of list.querySelectorAll("[data-message]")) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > edge) return { element, top };
  }
  return null;
}
