import { useEffect, useSyncExternalStore } from "react";
import { MAX_CONNECTED, MAX_MESSAGE } from "#shared/features/chat/limits.ts";
import type { WizardDraft } from "#shared/features/chat/resource-wizard.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import { ChatFront } from "./chat-front.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { type ChatActions, type ChatCompanion, type ChatState } from "./chat-state.ts";

/** The person's communities, as far as they are known. */
let connectedLoobricates: string[] = [];
let speakerName = "";
/** Given by the page that knows the form. */
let openResourceForm: (draft: WizardDraft) => void = () => undefined;

/** Longest wait for the server to say who speaks, in milliseconds. */
const WHO_MS = 15_000;
let tellKnown: () => void;
/** The first two calls of a new phone at once would make two visitors, and what one says the other could not keep. */
const isKnown = new Promise<void>((resolve) => {
  tellKnown = resolve;
  setTimeout(resolve, navigator.onLine ? WHO_MS : 0);
});

/** One per page: leaving the view neither loses the conversation nor stops an answer. */
export const chat = new ChatFront(async (initial) => {
  const { openChatStore } = await import("./open-chat-store.ts");
  return openChatStore(initial, {
    isKnown,
    connected: () => connectedLoobricates,
    speakerName: () => speakerName,
    complain,
    openResourceForm: (draft) => openResourceForm(draft),
  });
}, complain);

function complain(text: string): void {
  showToast({ kind: "problem", text });
}

const actions: ChatActions = {
  changeDraft: chat.changeDraft,
  send: (text) => chat.ask((store) => store.send(text)),
  stop: () => chat.ask((store) => void store.stop()),
  retry: (messageId) => chat.ask((store) => store.retry(messageId)),
  askLibrary: (messageId) => chat.ask((store) => void store.askLibrary(messageId)),
  edit: (messageId) => chat.ask((store) => store.edit(messageId)),
  cancelEdit: () => chat.ask((store) => store.cancelEdit()),
  showVersion: (messageId) => chat.ask((store) => void store.showVersion(messageId)),
  loadEarlier: () =>
    new Promise((resolve) => {
      chat.ask((store) => void store.loadEarlier().then(resolve));
    }),
  retryOpening: () =>
    chat.ask((store) => {
      const { opening, conversation } = store.getSnapshot();
      const threadId = opening?.threadId ?? conversation.threadId;
      if (threadId !== null) void store.open(threadId);
    }),
  showMade: (messageId, ui) => chat.ask((store) => store.showMade(messageId, ui)),
  dismissHint: () => chat.ask((store) => store.dismissHint()),
};

interface ChatSetting {
  /** Who uses the page; null until the server has said it. */
  personId: string | null;
  /** The active companion, and how one shown in an older conversation looks. */
  companion: ChatCompanion;
  findCompanion: (id: string) => ChatCompanion;
  prompts: readonly string[];
  /** They have chosen a companion before. */
  isReturning: boolean;
  /** The language model that answers; null in search mode, undefined until the server has said it. */
  model: string | null | undefined;
  /** Ids of the communities the person belongs to: what they share is found a little sooner. */
  communityIds: readonly string[];
  /** Opens the form that adds a resource, filled in. */
  onAddResource: (draft: WizardDraft) => void;
}

export function useChat(setting: ChatSetting) {
  const { personId, companion, communityIds, onAddResource } = setting;
  const snapshot = useSyncExternalStore(chat.subscribe, chat.getSnapshot);
  const isReady = useSyncExternalStore(chat.subscribe, chat.isReady);
  const isAwaited = useSyncExternalStore(chat.subscribe, chat.isAwaited);
  useEffect(() => whenIdle(chat.prepare), []);
  useEffect(() => {
    if (personId === null) return;
    tellKnown();
    chat.later((store) => store.becomes(personId));
  }, [personId]);
  useEffect(() => chat.later((store) => store.changeCompanion(companion.id)), [companion.id]);
  useEffect(() => {
    connectedLoobricates = communityIds.slice(0, MAX_CONNECTED);
  }, [communityIds]);
  useEffect(() => {
    openResourceForm = onAddResource;
  }, [onAddResource]);
  const { conversation, companionId, draft, editedId, opening, isHintShown, epoch, asOf, voice } = snapshot;
  const { answering, messages, hasEarlier } = conversation;
  const shown = companionId === companion.id ? companion : setting.findCompanion(companionId);
  useEffect(() => {
    speakerName = shown.name;
  }, [shown.name]);
  const state: ChatState = {
    companion: shown,
    messages,
    hasEarlier,
    epoch,
    asOf,
    phase: isAwaited ? "sending" : phaseOf(answering),
    voice,
    maxLength: MAX_MESSAGE,
    draft,
    editedId,
    prompts: setting.prompts,
    modeNote: noteOf(answering === null || answering.isConnected, setting.model),
    isReturning: setting.isReturning,
    opening,
    isHintShown,
    isReady,
  };
  return { state, actions };
}

function phaseOf(answering: Conversation["answering"]): ChatState["phase"] {
  if (answering === null) return "idle";
  if (answering.runId === null) return "sending";
  return answering.isConnected ? "answering" : "parted";
}

function noteOf(isConnected: boolean, model: ChatSetting["model"]): string | null {
  if (!isConnected) return "No signal: the answer goes on when you are back";
  return model === null ? "Search mode: no language model connected" : null;
}
