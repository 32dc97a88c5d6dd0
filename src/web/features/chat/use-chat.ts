import { useEffect, useSyncExternalStore } from "react";
import { MAX_CONNECTED, MAX_MESSAGE } from "#shared/features/chat/limits.ts";
import { currentChatSettings } from "../../lib/chat-settings.ts";
import { genericPrompts, type ChatActions, type ChatState } from "./chat-state.ts";
import { ChatStore } from "./chat-store.ts";

/** The person's communities, as far as they are known. */
let connectedLoobricates: string[] = [];

/** One per page: leaving the view neither loses the conversation nor stops an answer. */
const store = new ChatStore({
  line: async () => (await import("./chat-line.ts")).chatLine,
  nextFrame: (callback) => requestAnimationFrame(callback),
  memory: sessionStorage,
  settings: () => ({ ...currentChatSettings(), connectedLoobricates }),
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
  /** The base companion's name. */
  productName: string;
  /** The language model that answers; null in search mode, undefined until the server has said it. */
  model: string | null | undefined;
  /** Ids of the communities the person belongs to: what they share is found a little sooner. */
  communityIds: readonly string[];
}

export function useChat({ personId, productName, model, communityIds }: ChatSetting) {
  const { conversation, draft } = useSyncExternalStore(store.subscribe, store.getSnapshot);
  useEffect(() => {
    if (personId !== null) store.becomes(personId);
  }, [personId]);
  useEffect(() => {
    connectedLoobricates = communityIds.slice(0, MAX_CONNECTED);
  }, [communityIds]);
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
