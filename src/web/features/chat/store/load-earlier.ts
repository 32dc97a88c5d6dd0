import type { ChatStoreOptions } from "./chat-store-options.ts";
import { sentenceOf } from "../transport/stream-answer.ts";
import type { ChatView } from "./chat-view.ts";

/** Fetches what was said before the first message that is shown. */
export async function loadEarlier(
  view: ChatView,
  { transport, complain }: Pick<ChatStoreOptions, "transport" | "complain">,
  signal: AbortSignal,
): Promise<void> {
  const { threadId, messages, hasEarlier } = view.conversation;
  const [first] = messages;
  if (threadId === null || first === undefined || !hasEarlier) return;
  try {
    const { messages: earlier, hasMore } = await (await transport()).page(threadId, first.id);
    if (signal.aborted || view.conversation.messages[0]?.id !== first.id) return;
    view.act({ type: "loaded-earlier", messages: earlier, hasMore });
  } catch (error) {
    if (!signal.aborted) complain(sentenceOf(error));
  }
}
