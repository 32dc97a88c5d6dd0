import { ApiError, isPassing } from "#web/lib/server/api-client.ts";
import type { ChatStoreOptions } from "../store/chat-store-options.ts";
import type { Opening } from "../store/chat-state.ts";
import { questionOf, unanswered } from "../conversation/conversation.ts";
import { sentenceOf } from "./stream-answer.ts";
import type { ChatView } from "../store/chat-view.ts";

/** Answers what waits from what this phone has; the server's answer takes its place when it comes. */
export async function answerWaiting(
  view: ChatView,
  { offline, speakerName }: Pick<ChatStoreOptions, "offline" | "speakerName">,
  signal: AbortSignal,
): Promise<void> {
  for (const { id } of unanswered(view.conversation.messages)) {
    const { text = "" } = questionOf(view.conversation.messages, id) ?? {};
    // A browser that keeps nothing has nothing to answer from.
    const answering = offline?.().then((phone) => phone.answer(text, speakerName?.() ?? ""));
    const answer = await answering?.catch(() => null);
    if (!answer || signal.aborted) return;
    view.act({ type: "answered-offline", messageId: id, answer });
  }
}

/** What was heard is kept on this phone as the server has it: reading it again needs no signal. */
export async function storePage(
  { conversation: { threadId } }: ChatView,
  { transport }: Pick<ChatStoreOptions, "transport">,
): Promise<void> {
  // Without a signal it was kept before, or cannot be now.
  if (threadId !== null) await (await transport()).page(threadId).catch(() => undefined);
}

/** How a conversation stands that could not be fetched: it waits for a signal, says why not, or null: there is none. */
export async function openingAfter(
  error: unknown,
  threadId: string,
  { queue }: Pick<ChatStoreOptions, "queue">,
): Promise<Opening | null> {
  const problem = sentenceOf(error);
  const isMissing = error instanceof ApiError && error.code === "not-found";
  if (!isMissing) return { threadId, problem, isWaiting: isPassing(error) };
  // Not theirs any more, or deleted; or begun by the page before this one, and on its way to the server.
  const messages = await queue?.().catch(() => null);
  const isUnderway = await messages?.has(threadId).catch(() => false);
  return isUnderway ? { threadId, problem, isWaiting: true } : null;
}
