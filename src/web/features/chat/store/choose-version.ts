import type { ThreadPage } from "../transport/chat-transport.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import { sentenceOf } from "../transport/stream-answer.ts";

/** The conversation as it goes on below a version of a message; null when the server could not be asked. */
export async function chooseVersion(
  { transport, complain }: Pick<ChatStoreOptions, "transport" | "complain">,
  { threadId, messageId }: { threadId: string; messageId: string },
  signal: AbortSignal,
): Promise<ThreadPage | null> {
  try {
    const open = await transport();
    await open.chooseBranch(threadId, messageId);
    return await open.page(threadId);
  } catch (error) {
    if (!signal.aborted) complain(sentenceOf(error));
    return null;
  }
}
