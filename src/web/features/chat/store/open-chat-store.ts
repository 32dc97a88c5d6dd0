import { asksForPlace } from "#shared/features/chat/asks-for-place.ts";
import type { Atom } from "@tanstack/store";
import { sharesPlace } from "#web/lib/device/place-setting.ts";
import { currentChatSettings } from "#web/lib/device/chat-settings.ts";
import { everyOtherFrame } from "./every-other-frame.ts";
import type { ChatSnapshot } from "./chat-state.ts";
import { ChatStore } from "./chat-store.ts";
import { followDraft } from "./follow-draft.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";

/** Parts of the chat besides its transport, each loaded on first use. Not in the first paint. */
const chatParts: Pick<
  ChatStoreOptions,
  "findDanger" | "findPlace" | "heardWords" | "nextFrame" | "resourceTalk"
> = {
  findDanger: async (text) => (await import("#shared/features/chat/help/help-rules.ts")).findHelp(text),
  findPlace: (text) =>
    sharesPlace() && asksForPlace(text)
      ? import("../place-of-message.ts").then(({ placeForMessage }) => placeForMessage())
      : null,
  heardWords(personId, text) {
    // If it does not load, the vibe stays unchanged.
    import("#web/features/vibe/follow-words.ts").then(
      ({ followWords }) => followWords(personId, text),
      () => undefined,
    );
  },
  nextFrame: everyOtherFrame(),
  async resourceTalk() {
    const [{ createResourceTalk }, { findHelp }] = await Promise.all([
      import("../conversation/resource-talk.ts"),
      import("#shared/features/chat/help/help-rules.ts"),
    ]);
    return createResourceTalk(findHelp);
  },
};

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
    offline: async () => (await import("../offline/offline-companion.ts")).offlineCompanion,
    memory: sessionStorage,
  };
  const store = new ChatStore(options, state);
  // A browser without storage has no draft either.
  void followDraft(store).catch(() => undefined);
  return store;
}
