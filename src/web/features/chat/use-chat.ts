import { useEffect, useSyncExternalStore } from "react";
import { MAX_MESSAGE } from "#shared/features/chat/limits.ts";
import { genericPrompts, type ChatActions, type ChatState } from "./chat-state.ts";
import { ChatStore } from "./chat-store.ts";

/** Longest wait for the server to say who speaks, in milliseconds. */
const WHO_MS = 15_000;
let tellKnown: () => void;
/** The first two calls of a new phone at once would make two visitors, and what one says the other could not keep. */
const isKnown = new Promise<void>((resolve) => {
  tellKnown = resolve;
  setTimeout(resolve, navigator.onLine ? WHO_MS : 0);
});

/** One per page: leaving the view neither loses the conversation nor stops an answer. */
const store = new ChatStore({
  line: async () => (await Promise.all([import("./chat-line.ts"), isKnown]))[0].chatLine,
  nextFrame: (callback) => requestAnimationFrame(callback),
  memory: sessionStorage,
  findDanger: async (text) =>
    (await import("#shared/features/chat/help-rules.ts")).findHelp(text)?.kind ?? null,
});

const actions: Omit<ChatActions, "openSource"> = {
  changeDraft: store.changeDraft,
  send: store.send,
  stop: () => void store.stop(),
  retry: store.retry,
  showMade: store.showMade,
};

interface ChatSetting {
  /** Who uses the page; null until the server has said it. */
  personId: string | null;
  /** The base companion's name. */
  productName: string;
  /** The language model that answers; null in search mode, undefined until the server has said it. */
  model: string | null | undefined;
}

export function useChat({ personId, productName, model }: ChatSetting) {
  const { conversation, draft } = useSyncExternalStore(store.subscribe, store.getSnapshot);
  useEffect(() => {
    if (personId === null) return;
    store.becomes(personId);
    tellKnown();
  }, [personId]);
  const { answering, messages } = conversation;
  const state: ChatState = {
    companion: { id: "base-looby", name: productName, isBase: true, icon: "" },
    messages,
    phase: answering === null ? "idle" : answering.runId === null ? "sending" : "answering",
    maxLength: MAX_MESSAGE,
    draft,
    prompts: genericPrompts,
    modeNote: noteOf(answering === null || answering.isConnected, model),
    isReturning: false,
  };
  return { state, actions };
}

function noteOf(isConnected: boolean, model: ChatSetting["model"]): string | null {
  if (!isConnected) return "No signal: the answer goes on when you are back";
  return model === null ? "Search mode: no language model connected" : null;
}
