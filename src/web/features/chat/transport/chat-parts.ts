import type { ChatStoreOptions } from "../store/chat-store-options.ts";
import { everyOtherFrame } from "./every-other-frame.ts";

/** What the chat needs besides its line, each loaded when it is first needed. Apart from the first paint. */
export const chatParts: Pick<
  ChatStoreOptions,
  "findDanger" | "heardWords" | "queue" | "nextFrame" | "resourceTalk"
> = {
  findDanger: async (text) =>
    (await import("#shared/features/chat/help/help-rules.ts")).findHelp(text)?.kind ?? null,
  heardWords(personId, text) {
    // Without it a drawing stays as it is.
    import("#web/features/vibe/follow-words.ts").then(
      ({ followWords }) => followWords(personId, text),
      () => undefined,
    );
  },
  queue: async () => (await import("./queued-messages.ts")).queuedMessages,
  nextFrame: everyOtherFrame(),
  async resourceTalk() {
    const [{ createResourceTalk }, { findHelp }] = await Promise.all([
      import("../conversation/resource-talk.ts"),
      import("#shared/features/chat/help/help-rules.ts"),
    ]);
    return createResourceTalk(findHelp);
  },
};
