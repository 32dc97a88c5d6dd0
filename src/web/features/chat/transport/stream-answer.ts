import type { ChatEvent } from "#shared/features/chat/contract.ts";
import { ApiError, isPassing } from "#web/lib/server/api-error.ts";
import type { ChatListener, ChatRequest } from "./chat-transport.ts";
import type { ChatStoreOptions } from "../store/chat-store-options.ts";
import { queueMessage } from "./queue-message.ts";

/** Callbacks for a streamed answer. */
export interface AnswerListener {
  /** Only stops the listening. */
  signal: AbortSignal;
  /** The message is stored on this device, if it has storage. */
  onStored: () => void;
  onEvent: (event: ChatEvent) => void;
  onConnection: ChatListener["onConnection"];
  /** Whether the server has not started to answer this message. */
  isUnsent: (messageId: string) => boolean;
  /** Whether an earlier message has to be sent first. */
  isBehind: () => boolean;
}

/**
 * Sends a message, or follows a running answer, to its end. A message is stored on this device before it is sent.
 * @returns why the answer did not end, where it has not reported that itself. `isQueued`: the outbox sends the message.
 * `isUnheard`: the server may have answered, and can be asked for the answer
 */
export async function streamAnswer(
  { transport, queue }: Pick<ChatStoreOptions, "transport" | "queue">,
  request: ChatRequest,
  listener: AnswerListener,
): Promise<{ isQueued: boolean; hasFailed: boolean; isUnheard: boolean; problem: string }> {
  const said = await queueMessage(queue, request);
  listener.onStored();
  const isUnsent = () => said !== null && listener.isUnsent(said.id);
  // A queued message needs no retry here: the outbox retries for longer.
  const attempt = new AbortController();
  const signal = AbortSignal.any([listener.signal, attempt.signal]);
  let problem = "The answer broke off. Please try again.";
  let isQueued = isUnsent() && listener.isBehind();
  let hasFailed = false;
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
    hasFailed = true;
    if (error instanceof ApiError) problem = error.message;
    isQueued = isUnsent() && (attempt.signal.aborted || isPassing(error));
    // The events of a run are deleted some time after its end; the conversation still has its text.
    const isForgotten = error instanceof ApiError && error.code === "gone" && request.kind === "follow";
    isUnheard = isForgotten || (isPassing(error) && hasArrived(request, listener));
  }
  // Aborting the listening does not withdraw the message: the outbox sends it when it is due.
  if (!listener.signal.aborted) await (isQueued ? said?.release() : said?.drop());
  return { isQueued, hasFailed, isUnheard, problem };
}

/** Whether the conversation has the question: then it has the answer, too, or will have. */
function hasArrived(request: ChatRequest, { isUnsent }: AnswerListener): boolean {
  if (request.kind === "follow" || request.body.trigger === "retry") return true;
  return request.body.messageId !== undefined && !isUnsent(request.body.messageId);
}

/** The error message for the user. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : "That did not work. Please try again.";
}
