import { ApiError, isPassing } from "#web/lib/server/api-client.ts";
import type { ChatStoreOptions } from "../store/chat-store-options.ts";
import type { Opening } from "../store/chat-state.ts";
import { questionOf, unanswered } from "../conversation/conversation.ts";
import { sentenceOf } from "./hear-answer.ts";
import type { ShownChat } from "../store/shown-chat.ts";

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
export async function storePage(
  { conversation: { threadId } }: ShownChat,
  { line }: Pick<ChatStoreOptions, "line">,
): Promise<void> {
  // Without a signal it was kept before, or cannot be now.
  if (threadId !== null) await (await line()).page(threadId).catch(() => undefined);
}

/** How a conversation stands that could not be fetched: it waits for a signal, says why not, or null: there is none. */
export async function openingAfter(
  error: unknown,
  threadId: string,
  { kept }: Pick<ChatStoreOptions, "kept">,
): Promise<Opening | null> {
  const problem = sentenceOf(error);
  const isMissing = error instanceof ApiError && error.code === "not-found";
  if (!isMissing) return { threadId, problem, isWaiting: isPassing(error) };
  // Not theirs any more, or deleted; or begun by the page before this one, and on its way to the server.
  const messages = await kept?.().catch(() => null);
  const isUnderway = await messages?.has(threadId).catch(() => false);
  return isUnderway ? { threadId, problem, isWaiting: true } : null;
}
