import type { ChatStoreOptions } from "../store/chat-store-options.ts";
import { asksForPlace } from "#shared/features/chat/asks-for-place.ts";
import { sharesPlace } from "#web/lib/device/place-setting.ts";
import { everyOtherFrame } from "./every-other-frame.ts";

/** Parts of the chat besides its transport, each loaded on first use. Not in the first paint. */
export const chatParts: Pick<
  ChatStoreOptions,
  "findDanger" | "findPlace" | "heardWords" | "nextFrame" | "resourceTalk"
> = {
  findDanger: async (text) => (await import("#shared/features/chat/help/help-rules.ts")).findHelp(text),
  findPlace: (text) =>
    sharesPlace() && asksForPlace(text)
      ? import("./place-of-message.ts").then(({ placeForMessage }) => placeForMessage())
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
