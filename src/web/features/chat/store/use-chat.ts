import { useSelector } from "@tanstack/react-store";
import { useEffect } from "react";
import type { WizardDraft } from "#shared/features/chat/resource-wizard.ts";
import { questionOf } from "../conversation/chat-message.ts";
import { holdWords } from "#web/lib/page-shown.ts";
import { whenSettled } from "#web/lib/when-settled.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { ChatFront } from "./chat-front.ts";
import type { ChatActions, ChatCompanion, ChatSnapshot, ChatState } from "./chat-state.ts";

/** Longest wait for the server to identify the user, in milliseconds. */
const WHO_MS = 15_000;
/** Two concurrent first requests of a new phone would create two visitors, and the messages of one would be lost. */
const known = Promise.withResolvers<void>();
setTimeout(known.resolve, navigator.onLine ? WHO_MS : 0);

/** One instance per page: leaving the view neither loses the conversation nor stops an answer. */
export const chat = new ChatFront(async (state) => {
  const { openChatStore } = await import("./open-chat-store.ts");
  const { store, unsent } = openChatStore(state, { isKnown: known.promise, complain });
  holding.unsubscribe();
  holdWords(null);
  return { store, unsent: await unsent };
}, complain);

/** Until the store is there to follow the draft. */
const holding = chat.state.subscribe(holdWords);

function complain(text: string): void {
  showToast({ kind: "problem", text });
}

const actions: Omit<ChatActions, "send"> = {
  changeDraft: chat.changeDraft,
  stop: () => chat.ask((store) => void store.stop()),
  takeBack: (messageId) => chat.ask((store) => void store.takeBack(messageId)),
  retry: (messageId) => chat.ask((store) => store.retry(messageId)),
  askLibrary: (messageId) => chat.ask((store) => void store.askLibrary(messageId)),
  edit: (messageId) => chat.ask((store) => store.edit(messageId)),
  cancelEdit: () => chat.ask((store) => store.cancelEdit()),
  showVersion: (messageId) => chat.ask((store) => void store.showVersion(messageId)),
  loadEarlier: () =>
    new Promise((resolve) => {
      chat.ask((store) => void store.loadEarlier().then(resolve));
    }),
  retryOpening: () => chat.ask((store) => void store.retryOpening()),
  showMade: (messageId, ui) => chat.ask((store) => store.showMade(messageId, ui)),
  dismissHint: () => chat.ask((store) => store.dismissHint()),
};

/** Subscribes to a part of the chat's state: the component is rendered again when that part changes. */
export function useChatState<Part>(select: (state: ChatSnapshot) => Part): Part {
  return useSelector(chat.state, select);
}

/** Whether this device has not stored the question of an answer yet. */
export function useIsUnstored(answerId: string): boolean {
  return useChatState(({ unstored, conversation }) =>
    unstored.some(({ id }) => id === questionOf(conversation.messages, answerId)?.id),
  );
}

/** The phase of the last message. */
export function useChatPhase(): ChatState["phase"] {
  const isAwaited = useSelector(chat.progress) === "awaited";
  const phase = useChatState(phaseOf);
  return isAwaited ? "sending" : phase;
}

interface ChatSetting {
  /** Id of the user; null until the server has identified them. */
  personId: string | null;
  /** The active companion, and the data of one shown in an older conversation. */
  companion: ChatCompanion;
  findCompanion: (id: string) => ChatCompanion;
  /** The language model that answers; null in search mode, undefined until the server has responded. */
  model: string | null | undefined;
  /** Ids of the user's communities, whose resources rank slightly higher. */
  communityIds: readonly string[];
  /** Opens the prefilled form that adds a resource. */
  onAddResource: (draft: WizardDraft) => void;
}

/** Passes the page's state to the chat, and returns the state around the conversation. */
export function useChat({
  personId,
  companion,
  findCompanion,
  model,
  communityIds,
  onAddResource,
}: ChatSetting) {
  const companionId = useChatState((state) => state.companionId);
  const isConnected = useChatState(({ conversation }) => conversation.answering?.isConnected !== false);
  const isReady = useSelector(chat.progress) === "ready";
  const shown = companionId === companion.id ? companion : findCompanion(companionId);
  useEffect(() => whenSettled(chat.prepare), []);
  useEffect(() => {
    if (personId === null) return;
    known.resolve();
    chat.later((store) => store.becomes(personId));
  }, [personId]);
  useEffect(() => chat.later((store) => store.changeCompanion(companion.id)), [companion.id]);
  useEffect(() => chat.later((store) => store.changeCommunities(communityIds)), [communityIds]);
  useEffect(() => chat.later((store) => store.nameSpeaker(shown.name)), [shown.name]);
  const send: ChatActions["send"] = (words, position, takenAs) =>
    chat.send(words, (store, { id, text }) => store.send(text, onAddResource, position, id), takenAs);
  return {
    companion: shown,
    modeNote: noteOf(isConnected, model),
    isReady,
    actions: { ...actions, send },
  };
}

function phaseOf({ conversation: { answering } }: ChatSnapshot): ChatState["phase"] {
  if (answering === null) return "idle";
  if (answering.runId === null) return "sending";
  return answering.isConnected ? "answering" : "parted";
}

/** Shown under the companion's name; null shows nothing. */
function noteOf(isConnected: boolean, model: ChatSetting["model"]): string | null {
  if (!isConnected) return "No signal: the answer goes on when you are back";
  return model === null ? "Answers come from the library" : null;
}
