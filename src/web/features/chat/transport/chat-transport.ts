import {
  changeThread,
  chatEvent,
  type ChatEvent,
  followRun,
  getThread,
  listThreads,
  sendMessage,
  stopRun,
} from "#shared/features/chat/contract.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import { ApiError, call, send } from "#web/lib/server/api-client.ts";
import { isServerReachable } from "#web/lib/server/reachability.ts";
import { followStream } from "#web/lib/server/event-stream.ts";
import { userOfPage } from "#web/offline/user/phone-user.ts";

// Loaded with the first word that is said: the contract brings its schemas along, and the first paint needs none.

/** What is asked of the server: new words, or an answer that is being written already. */
export type ChatRequest =
  | { kind: "say"; body: BodyOf<typeof sendMessage> }
  | { kind: "follow"; runId: string };

/** What a person prefers of an answer. */
export type ChatPreferences = Pick<
  BodyOf<typeof sendMessage>,
  "llm" | "useRag" | "similarityMetric" | "showThinking" | "connectedLoobricates"
>;

export interface ChatListener {
  onEvent: (event: ChatEvent) => void;
  /** The line was lost and is being made again; then it is back. */
  onConnection: (isConnected: boolean) => void;
}

/** The line to the companions. Every call throws ApiError when the server refuses or cannot be reached. */
export interface ChatTransport {
  /** Hears an answer to its end, through lost connections. The signal only stops the listening. */
  hear(request: ChatRequest, listener: ChatListener, signal: AbortSignal): Promise<void>;
  /** Stops an answer; what was said stays. */
  stop(runId: string): Promise<void>;
  /** The newest messages of a conversation, or those before one of them; oldest first. The newest also without a signal. */
  page(
    threadId: string,
    before?: string,
  ): Promise<ThreadPage & { /** It comes from this phone. */ asOf?: number }>;
  /** Id of the person's conversation in which an answer is being written now; null when there is none. */
  findAnswering(): Promise<string | null>;
  /** Goes on with the conversation that leads over this message. */
  chooseBranch(threadId: string, messageId: string): Promise<void>;
}

export type ThreadPage = ResponseOf<typeof getThread>;

export const chatTransport: ChatTransport = {
  async hear(request, { onEvent, onConnection }, signal) {
    let runId = request.kind === "follow" ? request.runId : null;
    await followStream({
      signal,
      onConnection,
      // Where it is known that there is no signal, the phone answers itself: nobody is to wait for the third try.
      ...(isServerReachable() ? {} : { triesToOpen: 1 }),
      connect(after, line) {
        if (request.kind === "follow" || (after > 0 && runId !== null)) {
          return send(followRun, { params: { runId: runId ?? "" }, query: { after } }, { signal: line });
        }
        // Said again after a lost line it has the same message id, and the server makes no second message of it.
        return send(sendMessage, { body: request.body }, { signal: line, endsInSilence: true });
      },
      onFrame({ data }) {
        const event = parseEvent(data);
        if (event?.type === "start") runId = event.messageMetadata.runId;
        if (event !== null) onEvent(event);
      },
    });
  },
  async stop(runId) {
    await call(stopRun, { params: { runId }, body: {} });
  },
  async page(threadId, before) {
    if (before !== undefined) return await call(getThread, { params: { threadId }, query: { before } });
    const { storeThread, readThread } = await import("#web/offline/copy/local-copy.ts");
    // Not awaited: the browser's database may hang. A browser without one stores nothing.
    const asked = userOfPage().catch(() => null);
    try {
      const page = await call(getThread, { params: { threadId }, query: {} });
      void asked
        .then((userId) => (userId === null ? undefined : storeThread(userId, page)))
        .catch(() => undefined);
      return page;
    } catch (error) {
      const isUnreachable = error instanceof ApiError && error.code === "unreachable";
      const stored = isUnreachable ? await readThread(threadId).catch(() => null) : null;
      if (stored === null) throw error;
      return { ...stored.data, asOf: stored.at };
    }
  },
  async findAnswering() {
    const { threads } = await call(listThreads, { query: { answering: "true" } });
    return threads[0]?.id ?? null;
  },
  async chooseBranch(threadId, messageId) {
    await call(changeThread, { params: { threadId }, body: { activeLeafId: messageId } });
  },
};

/** Null for what a newer server says and this page does not know yet. */
function parseEvent(data: string): ChatEvent | null {
  try {
    return chatEvent.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
