import type { ChatEvent } from "#shared/features/chat/contract.ts";
import { ApiError, isPassing } from "#web/lib/server/api-client.ts";
import type { ChatListener, ChatRequest } from "./chat-line.ts";
import type { ChatStoreOptions } from "../store/chat-store-options.ts";
import { queueMessage } from "./queue-message.ts";

/** Whoever waits for an answer. */
export interface AnswerListener {
  /** Only stops the listening. */
  signal: AbortSignal;
  onEvent: (event: ChatEvent) => void;
  onConnection: ChatListener["onConnection"];
  /** The server has not begun to answer this message. */
  isUnsent: (messageId: string) => boolean;
  /** Something said before has to be sent first. */
  isBehind: () => boolean;
}

/**
 * Says something, or listens to what is being said, to its end. What is said is on this device before it is sent.
 * @returns why the answer did not come to its end, where it has not told that itself. `isKept`: the outbox sends it.
 * `isUnheard`: the server may have answered, and can be asked for it
 */
export async function hearAnswer(
  { line, kept }: Pick<ChatStoreOptions, "line" | "kept">,
  request: ChatRequest,
  listener: AnswerListener,
): Promise<{ isKept: boolean; isUnheard: boolean; problem: string }> {
  const said = await queueMessage(kept, request);
  const isUnsent = () => said !== null && listener.isUnsent(said.id);
  // What is kept needs no second try of ours: the outbox has more patience.
  const attempt = new AbortController();
  const signal = AbortSignal.any([listener.signal, attempt.signal]);
  let problem = "The answer broke off. Please try again.";
  let isKept = isUnsent() && listener.isBehind();
  let isUnheard = false;
  const onEvent = (event: ChatEvent) => {
    listener.onEvent(event);
    if (event.type === "start") void said?.drop();
  };
  const onConnection = (isConnected: boolean) => {
    if (!isConnected && isUnsent()) attempt.abort();
    else listener.onConnection(isConnected);
  };
  try {
    if (!isKept) await (await line()).hear(request, { onEvent, onConnection }, signal);
  } catch (error) {
    if (error instanceof ApiError) problem = error.message;
    isKept = isUnsent() && (attempt.signal.aborted || isPassing(error));
    // What a run has said is forgotten some time after its end; the conversation still has it.
    const isForgotten = error instanceof ApiError && error.code === "gone" && request.kind === "follow";
    isUnheard = isForgotten || (isPassing(error) && hasArrived(request, listener));
  }
  // Who listens no more has not taken it back: it is sent when its time has come.
  if (!listener.signal.aborted) await (isKept ? said?.release() : said?.drop());
  return { isKept, isUnheard, problem };
}

/** Whether the conversation has the question: then it has the answer, too, or will have. */
function hasArrived(request: ChatRequest, { isUnsent }: AnswerListener): boolean {
  if (request.kind === "follow" || request.body.trigger === "retry") return true;
  return request.body.messageId !== undefined && !isUnsent(request.body.messageId);
}

/** What went wrong, for the person. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : "That did not work. Please try again.";
}
