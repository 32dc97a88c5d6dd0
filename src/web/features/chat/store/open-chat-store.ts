import { currentChatSettings } from "#web/lib/device/chat-settings.ts";
import { chatParts } from "../transport/chat-parts.ts";
import type { ChatSnapshot } from "./chat-snapshot.ts";
import { ChatStore } from "./chat-store.ts";
import { followDraft } from "../transport/follow-draft.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";

interface PageAround extends Pick<ChatStoreOptions, "speakerName" | "complain" | "openResourceForm"> {
  /** Ids of the person's communities, as far as they are known. */
  connected: () => string[];
  /** Resolves once the server has said who speaks, or when waiting for it would be too long. */
  isKnown: Promise<void>;
}

/** The store with everything it loads when it needs it. */
export function openChatStore(initial: ChatSnapshot, { isKnown, connected, ...page }: PageAround): ChatStore {
  const options = {
    ...chatParts,
    ...page,
    settings: () => ({ ...currentChatSettings(), connectedLoobricates: connected() }),
    transport: async () =>
      (await Promise.all([import("../transport/chat-transport.ts"), isKnown]))[0].chatTransport,
    offline: async () => (await import("../transport/offline-companion.ts")).offlineCompanion,
    memory: sessionStorage,
  };
  const store = new ChatStore(options, initial);
  // A browser that keeps nothing has no draft either.
  void followDraft(store).catch(() => undefined);
  return store;
}
