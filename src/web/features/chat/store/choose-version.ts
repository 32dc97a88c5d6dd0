import type { ThreadPage } from "../transport/chat-line.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import { sentenceOf } from "../transport/hear-answer.ts";

/** The conversation as it goes on below a version of a message; null when the server could not be asked. */
export async function chooseVersion(
  { line, complain }: Pick<ChatStoreOptions, "line" | "complain">,
  { threadId, messageId }: { threadId: string; messageId: string },
  signal: AbortSignal,
): Promise<ThreadPage | null> {
  try {
    const open = await line();
    await open.chooseBranch(threadId, messageId);
    return await open.page(threadId);
  } catch (error) {
    if (!signal.aborted) complain(sentenceOf(error));
    return null;
  }
}
