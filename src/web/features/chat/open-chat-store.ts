import type { ChatSnapshot } from "./chat-snapshot.ts";
import { ChatStore } from "./chat-store.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import { everyOtherFrame } from "./every-other-frame.ts";

interface PageAround extends Pick<
  ChatStoreOptions,
  "settings" | "speakerName" | "complain" | "openResourceForm"
> {
  /** Resolves once the server has said who speaks, or when waiting for it would be too long. */
  isKnown: Promise<void>;
}

/** The store with everything it loads when it needs it. */
export function openChatStore(initial: ChatSnapshot, { isKnown, ...page }: PageAround): ChatStore {
  const options = {
    ...page,
    line: async () => (await Promise.all([import("./chat-line.ts"), isKnown]))[0].chatLine,
    here: async () => (await import("./answer-here.ts")).answerHere,
    findDanger: async (text: string) =>
      (await import("#shared/features/chat/help-rules.ts")).findHelp(text)?.kind ?? null,
    nextFrame: everyOtherFrame(),
    memory: sessionStorage,
    resourceTalk: async () => (await import("./resource-talk.ts")).createResourceTalk(),
  };
  return new ChatStore(options, initial);
}
