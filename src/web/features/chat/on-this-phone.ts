import type { ChatStoreOptions } from "./chat-store-options.ts";
import { questionOf, unanswered } from "./conversation.ts";
import type { ShownChat } from "./shown-chat.ts";

/** Answers what waits from what this phone has; the server's answer takes its place when it comes. */
export async function answerWaiting(
  shown: ShownChat,
  { here, speakerName }: Pick<ChatStoreOptions, "here" | "speakerName">,
  signal: AbortSignal,
): Promise<void> {
  for (const { id } of unanswered(shown.conversation.messages)) {
    const { text = "" } = questionOf(shown.conversation.messages, id) ?? {};
    // A browser that keeps nothing has nothing to answer from.
    const answering = here?.().then((phone) => phone.answer(text, speakerName?.() ?? ""));
    const answer = await answering?.catch(() => null);
    if (!answer || signal.aborted) return;
    shown.act({ type: "answered-here", messageId: id, answer });
  }
}

/** What was heard is kept on this phone as the server has it: reading it again needs no signal. */
export async function keepPage(
  { conversation: { threadId } }: ShownChat,
  { line }: Pick<ChatStoreOptions, "line">,
): Promise<void> {
  // Without a signal it was kept before, or cannot be now.
  if (threadId !== null) await (await line()).page(threadId).catch(() => undefined);
}
