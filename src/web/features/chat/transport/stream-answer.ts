import type { ChatEvent } from "#shared/features/chat/contract.ts";
import { ApiError, isPassing } from "#web/lib/server/api-client.ts";
import type { ChatListener, ChatRequest } from "./chat-transport.ts";
import type { ChatStoreOptions } from "../store/chat-store-options.ts";
import { queueMessage } from "./queue-message.ts";

/** Listens to an answer. */
export interface AnswerListener {
  /** Only stops the listening. */
  signal: AbortSignal;
  onEvent: (event: ChatEvent) => void;
  onConnection: ChatListener["onConnection"];
  /** The message is stored on this device, if it has storage. */
  onStored: () => void;
  /** The server has not begun to answer this message. */
  isUnsent: (messageId: string) => boolean;
  /** Something said before has to be sent first. */
  isBehind: () => boolean;
}

/**
 * Says something, or listens to what is being said, to its end. What is said is on this device before it is sent.
 * @returns why the answer did not come to its end, where it has not told that itself. `isQueued`: the outbox sends it.
 * `isUnheard`: the server may have answered, and can be asked for it
 */
export async function streamAnswer(
  { transport, queue }: Pick<ChatStoreOptions, "transport" | "queue">,
  request: ChatRequest,
  listener: AnswerListener,
): Promise<{ isQueued: boolean; isUnheard: boolean; problem: string }> {
  const said = await queueMessage(queue, request);
  listener.onStored();
  const isUnsent = () => said !== null && listener.isUnsent(said.id);
  // What is queued needs no second try of ours: the outbox has more patience.
  const attempt = new AbortController();
  const signal = AbortSignal.any([listener.signal, attempt.signal]);
  let problem = "The answer broke off. Please try again.";
  let isQueued = isUnsent() && listener.isBehind();
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
    if (!isQueued) await (await transport()).hear(request, { onEvent, onConnection }, signal);
  } catch (error) {
    if (error instanceof ApiError) problem = error.message;
    isQueued = isUnsent() && (attempt.signal.aborted || isPassing(error));
    // What a run has said is forgotten some time after its end; the conversation still has it.
    const isForgotten = error instanceof ApiError && error.code === "gone" && request.kind === "follow";
    isUnheard = isForgotten || (isPassing(error) && hasArrived(request, listener));
  }
  // Who listens no more has not taken it back: it is sent when its time has come.
  if (!listener.signal.aborted) await (isQueued ? said?.release() : said?.drop());
  return { isQueued, isUnheard, problem };
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
