import { useSelector } from "@tanstack/react-store";
import type { ChatEvent, Message } from "#shared/features/chat/contract.ts";
import type { ChatTransport, ChatListener } from "#web/features/chat/transport/chat-transport.ts";
import type { MessageOutbox } from "#web/features/chat/transport/message-outbox.ts";
import { everyOtherFrame } from "#web/features/chat/store/every-other-frame.ts";
import type { ChatState } from "#web/features/chat/store/chat-state.ts";
import { ChatStore } from "#web/features/chat/store/chat-store.ts";
import { MessageList } from "#web/features/chat/screen/message-list.tsx";
import styles from "#web/features/chat/screen/chat-screen.module.css";
import "#web/ui/base/tokens.css";
import "#web/ui/base/base.css";

// The page's own store and list; only the connection to the server is simulated.

const START = {
  type: "start",
  messageId: "answer",
  messageMetadata: { runId: "run", threadId: "thread", companion: "base-looby", model: "bench" },
} as const satisfies ChatEvent;

export interface OwnChat {
  store: ChatStore;
  /** Passes a piece of the answer to its listeners. */
  hand(event: ChatEvent): void;
}

/** @param stored the conversation's messages on the server */
export function openOwnChat(stored: readonly Message[]): OwnChat {
  let listener: ChatListener | null = null;
  const line: ChatTransport = {
    follow: (_run, chatListener) =>
      new Promise(() => {
        listener = chatListener;
        chatListener.onEvent(START);
        chatListener.onEvent({ type: "text-start", id: "text" });
      }),
    stop: async () => undefined,
    findAnswering: async () => null,
    chooseBranch: async () => undefined,
    page: async () => ({
      thread: { id: "thread", companion: "base-looby", title: "Bench", updatedAt: new Date().toISOString() },
      messages: [...stored],
      hasMore: false,
    }),
  };
  const outbox: MessageOutbox = {
    send: async () => ({ status: "sent", runId: "run" }),
    drop: async () => undefined,
    hurry: async () => undefined,
    has: async () => false,
    follow: () => undefined,
  };
  const store = new ChatStore({
    transport: async () => line,
    outbox: async () => outbox,
    nextFrame: everyOtherFrame(),
    memory: sessionStorage,
    settings: () => ({}),
    complain: (problem) => console.error(problem),
    resourceTalk: () => Promise.reject(new Error("not here")),
  });
  return { store, hand: (event) => listener?.onEvent(event) };
}

export function OwnScreen({ store }: { store: ChatStore }) {
  const { conversation, epoch, opening } = useSelector(store.state);
  const state: ChatState = {
    companion: { id: "base-looby", name: "Looby", isBase: true, icon: "" },
    messages: conversation.messages,
    hasEarlier: conversation.hasEarlier,
    epoch,
    phase: conversation.answering === null ? "idle" : "answering",
    voice: "idle",
    isReturning: false,
    opening,
  };
  return (
    <section className={styles.screen} style={{ blockSize: "100dvh" }}>
      <span />
      <MessageList
        state={state}
        actions={{
          retry: store.retry,
          askLibrary: () => undefined,
          takeBack: () => undefined,
          edit: store.edit,
          showVersion: () => undefined,
          loadEarlier: store.loadEarlier,
          retryOpening: () => undefined,
          showMade: () => undefined,
          openResource: () => undefined,
          openProposal: () => undefined,
          send: () => undefined,
        }}
      />
    </section>
  );
}
