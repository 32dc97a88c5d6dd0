import { ArrowDown } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { type ChatActions, type ChatState, isHelpNewest } from "../store/chat-state.ts";
import { ConversationFrame } from "./conversation-frame.tsx";
import { Intro } from "./intro.tsx";
import styles from "./message-list.module.css";
import {
  earlierWindow,
  endWindow,
  laterWindow,
  type MessageWindow,
  sliceOf,
} from "../conversation/message-window.ts";
import { VoicePlaceholder } from "../composer/voice-placeholder.tsx";
import { Turn, type TurnActions } from "../message/turn.tsx";
import { useStickToEnd } from "./use-stick-to-end.ts";

interface MessageListProps {
  state: ChatState;
  /** How old what is shown from this phone is; null where the server was heard. */
  asOf?: number | null;
  actions: TurnActions & Pick<ChatActions, "loadEarlier" | "retryOpening">;
}

/** A conversation: as much of it as a phone draws lightly, more of it on the way up. */
export function MessageList({ state, asOf = null, actions }: MessageListProps) {
  const { messages, epoch, hasEarlier, opening, companion } = state;
  const lastSaid = messages.findLast(({ role }) => role === "user");
  const [view, setView] = useState<{ window: MessageWindow; key: string }>({ window: endWindow, key: "" });
  // Another conversation, or own new words: back to the end.
  const key = `${epoch} ${lastSaid?.id ?? ""}`;
  const window = view.key === key ? view.window : endWindow;
  const { from, to } = sliceOf(messages, window);
  const { listRef, contentRef, isJumpOffered, jumpToEnd, release } = useStickToEnd(lastSaid?.id ?? "", epoch);

  async function showEarlier(): Promise<void> {
    if (from === 0) await actions.loadEarlier();
    keepInPlace(listRef, release, () => setEdge(earlierWindow));
  }

  function setEdge(move: typeof earlierWindow): void {
    // What was loaded just now is not in the messages of this drawing yet: the edge is found by ids.
    setView((before) => ({
      key,
      window: move(latest.current, before.key === key ? before.window : endWindow),
    }));
  }

  const latest = useRef(messages);
  // Not after the paint: that would be one more task for every word that streams in.
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
      over={
        // Nothing stands over whom to turn to.
        (isJumpOffered && !isHelpNewest(state)) || isCut ? (
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
      {state.voice === "processing" ? <VoicePlaceholder /> : null}
      <AsOf at={asOf} />
      {isCut ? (
        <Edge
          key={messages[to]?.id}
          label="Show later messages"
          listRef={listRef}
          onReach={async () => keepInPlace(listRef, release, () => setEdge(laterWindow))}
        />
      ) : null}
    </ConversationFrame>
  );
}

function Opening({ opening, onRetry }: { opening: ChatState["opening"]; onRetry: () => void }) {
  if (opening === null) return null;
  if (opening.problem === null) return <Spinner label="Opening the conversation" isLabelVisible />;
  if (opening.isWaiting)
    return <Spinner label="Waiting for the signal. This conversation opens by itself." isLabelVisible />;
  return <ErrorState title="This conversation did not load" text={opening.problem} onRetry={onRetry} />;
}

interface EdgeProps {
  label: string;
  listRef: RefObject<HTMLDivElement | null>;
  onReach: () => Promise<void>;
}

/** Where the drawn part ends: goes on by itself when it comes into view, and by a button for those who do not scroll. */
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
        // At the start it may be in view before the list has been scrolled to its end.
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

/** Draws more above or below without moving what is being read. */
function keepInPlace(listRef: RefObject<HTMLDivElement | null>, release: () => void, draw: () => void): void {
  const list = listRef.current;
  const fixed = list === null ? null : inView(list);
  release();
  flushSync(draw);
  if (list === null || fixed === null || !fixed.element.isConnected) return;
  list.scrollTop += fixed.element.getBoundingClientRect().top - fixed.top;
}

/** The first message that is seen at least in part, and how far from the top of the page it is. */
function inView(list: HTMLElement): { element: Element; top: number } | null {
  const edge = list.getBoundingClientRect().top;
  for (const element of list.querySelectorAll("[data-message]")) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > edge) return { element, top };
  }
  return null;
}
