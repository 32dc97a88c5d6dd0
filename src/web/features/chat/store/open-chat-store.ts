import type { Atom, ReadonlyAtom } from "@tanstack/store";
import { asksForPlace } from "#shared/features/chat/asks-for-place.ts";
import { sharesPlace } from "#web/lib/device/place-setting.ts";
import { followWords } from "#web/features/vibe/follow-words.ts";
import { currentChatSettings } from "#web/lib/device/chat-settings.ts";
import { onLeaving } from "#web/lib/on-leaving.ts";
import { readChatDraft, saveChatDraft } from "#web/offline/drafts/chat-draft.ts";
import { joinDrafts, messagesAhead } from "#web/offline/drafts/draft-ahead.ts";
import { everyOtherFrame } from "./every-other-frame.ts";
import type { ChatSnapshot, Words } from "./chat-state.ts";
import { ChatStore } from "./chat-store.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import { createResourceTalk } from "../conversation/resource-talk.ts";
import { placeForMessage } from "../place-of-message.ts";
import { chatTransport } from "../transport/chat-transport.ts";
import { openMessageOutbox } from "../transport/message-outbox.ts";

/** Parts of the chat besides its transport. */
const chatParts: Pick<
  ChatStoreOptions,
  "findDanger" | "findPlace" | "onWords" | "nextFrame" | "resourceTalk"
> = {
  findDanger: async (text) => (await import("#shared/features/chat/help/help-rules.ts")).findHelp(text),
  findPlace: (text) => (sharesPlace() && asksForPlace(text) ? placeForMessage() : null),
  onWords: followWords,
  nextFrame: everyOtherFrame(),
  async resourceTalk() {
    const { findHelp } = await import("#shared/features/chat/help/help-rules.ts");
    return createResourceTalk(findHelp);
  },
};

interface PageAround extends Pick<ChatStoreOptions, "complain"> {
  /** Resolves once the server has identified the user, or after the longest wait. */
  isKnown: Promise<void>;
}

interface OpenedStore {
  store: ChatStore;
  /** The messages that earlier pages left unsent. The store sends them first. */
  unsent: Promise<readonly Words[]>;
}

/** Creates the store with all parts that it loads on demand. */
export function openChatStore(state: Atom<ChatSnapshot>, { isKnown, complain }: PageAround): OpenedStore {
  const options = {
    ...chatParts,
    complain,
    settings: currentChatSettings,
    transport: async () => {
      await isKnown;
      return chatTransport;
    },
    outbox: async () => openMessageOutbox(isKnown),
    offline: async () => (await import("../offline/offline-companion.ts")).offlineCompanion,
    memory: sessionStorage,
  };
  const store = new ChatStore(options, state);
  const hasUnsent = messagesAhead().length > 0;
  // A browser without storage has no draft.
  const unsent = followDraft(store).catch(() => []);
  return { store, unsent: hasUnsent ? unsent : Promise.resolve([]) };
}

/** Milliseconds after the last key press until the draft is stored. A dead battery loses at most this interval. */
const PAUSE_MS = 400;

interface DraftStore {
  state: ReadonlyAtom<ChatSnapshot>;
  changeDraft: (draft: string) => void;
  holdUnsent: (messages: readonly Words[]) => void;
}

/**
 * Restores the draft from before a reload, and stores changes until the draft is sent and stored in the outbox. The text of a message being
 * edited is not a draft.
 * @returns messages of earlier pages that never reached the outbox, which are to be sent
 */
export async function followDraft(store: DraftStore): Promise<readonly Words[]> {
  const NOTHING = JSON.stringify({ words: "", unstored: [] });
  // Null until a draft was read or stored.
  let stored: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    const { draft: words, unstored, editedId } = store.state.get();
    const now = JSON.stringify({ words, unstored });
    if (editedId !== null || now === (stored ?? NOTHING)) return;
    stored = now;
    void saveChatDraft(words, unstored).catch(() => undefined); // storage is full: the text is only in the field
  };
  store.state.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE_MS);
  });
  onLeaving(save);
  const { unsent, words: before, isTaken } = await readChatDraft();
  stored = JSON.stringify({ words: before, unstored: [] });
  const { draft: typed } = store.state.get();
  // The browser itself may have restored the same text.
  const words = isTaken || typed === before ? before : joinDrafts(before, typed);
  if (words !== typed) store.changeDraft(words);
  if (unsent.length > 0) store.holdUnsent(unsent);
  save(); // text typed before this store was loaded, or before the draft was read
  return unsent;
}
