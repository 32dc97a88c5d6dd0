import { useEffect, useSyncExternalStore } from "react";
import { MAX_MESSAGE } from "#shared/features/chat/limits.ts";
import { type ChatActions, type ChatCompanion, type ChatState } from "./chat-state.ts";
import { ChatStore } from "./chat-store.ts";

/** One per page: leaving the view neither loses the conversation nor stops an answer. */
const store = new ChatStore({
  line: async () => (await import("./chat-line.ts")).chatLine,
  nextFrame: (callback) => requestAnimationFrame(callback),
  memory: sessionStorage,
});

const actions: Omit<ChatActions, "openSource"> = {
  changeDraft: store.changeDraft,
  send: store.send,
  stop: () => void store.stop(),
  retry: store.retry,
};

interface ChatSetting {
  /** Who uses the page; null until the server has said it. */
  personId: string | null;
  /** The active companion. */
  companion: ChatCompanion;
  prompts: readonly string[];
  isReturning: boolean;
  /** The language model that answers; null in search mode, undefined until the server has said it. */
  model: string | null | undefined;
}

export function useChat({ personId, companion, prompts, isReturning, model }: ChatSetting) {
  const { conversation, draft } = useSyncExternalStore(store.subscribe, store.getSnapshot);
  useEffect(() => {
    if (personId !== null) store.becomes(personId);
  }, [personId]);
  useEffect(() => store.changeCompanion(companion.id), [companion.id]);
  const { answering, messages } = conversation;
  const state: ChatState = {
    companion,
    messages,
    phase: answering === null ? "idle" : answering.runId === null ? "sending" : "answering",
    maxLength: MAX_MESSAGE,
    draft,
    prompts,
    modeNote: noteOf(answering === null || answering.isConnected, model),
    isReturning,
  };
  return { state, actions };
}

function noteOf(isConnected: boolean, model: ChatSetting["model"]): string | null {
  if (!isConnected) return "No signal: the answer goes on when you are back";
  return model === null ? "Search mode: no language model connected" : null;
}
