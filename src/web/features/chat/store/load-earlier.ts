import type { ChatStoreOptions } from "./chat-store-options.ts";
import { sentenceOf } from "../transport/hear-answer.ts";
import type { ShownChat } from "./shown-chat.ts";

/** Fetches what was said before the first message that is shown. */
export async function loadEarlier(
  shown: ShownChat,
  { line, complain }: Pick<ChatStoreOptions, "line" | "complain">,
  signal: AbortSignal,
): Promise<void> {
  const { threadId, messages, hasEarlier } = shown.conversation;
  const [first] = messages;
  if (threadId === null || first === undefined || !hasEarlier) return;
  try {
    const { messages: earlier, hasMore } = await (await line()).page(threadId, first.id);
    if (signal.aborted || shown.conversation.messages[0]?.id !== first.id) return;
    shown.act({ type: "loaded-earlier", messages: earlier, hasMore });
  } catch (error) {
    if (!signal.aborted) complain(sentenceOf(error));
  }
}
