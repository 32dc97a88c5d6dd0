import type { Atom } from "@tanstack/store";
import { currentChatSettings } from "#web/lib/device/chat-settings.ts";
import { chatParts } from "../transport/chat-parts.ts";
import type { ChatSnapshot } from "./chat-snapshot.ts";
import { ChatStore } from "./chat-store.ts";
import { followDraft } from "../transport/follow-draft.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";

interface PageAround extends Pick<ChatStoreOptions, "complain"> {
  /** Resolves once the server has named the user, or after the longest wait. */
  isKnown: Promise<void>;
}

/** Creates the store with all parts that it loads on demand. */
export function openChatStore(state: Atom<ChatSnapshot>, { isKnown, complain }: PageAround): ChatStore {
  const options = {
    ...chatParts,
    complain,
    settings: currentChatSettings,
    transport: async () =>
      (await Promise.all([import("../transport/chat-transport.ts"), isKnown]))[0].chatTransport,
    outbox: async () => (await import("../transport/message-outbox.ts")).openMessageOutbox(isKnown),
    offline: async () => (await import("../transport/offline-companion.ts")).offlineCompanion,
    memory: sessionStorage,
  };
  const store = new ChatStore(options, state);
  // A browser without storage has no draft either.
  void followDraft(store).catch(() => undefined);
  return store;
}
