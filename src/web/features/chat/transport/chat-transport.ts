import {
  changeThread,
  type ChatEvent,
  followRun,
  getThread,
  listThreads,
  type sendMessage,
  stopRun,
} from "#shared/features/chat/contract.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import { call, send } from "#web/lib/server/api-client.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { followStream } from "#web/lib/server/event-stream.ts";
import { userOfPage } from "#web/offline/user/phone-user.ts";
import { readThread, storeThread } from "#web/offline/copy/local-copy.ts";
import type { OpenRun } from "./message-outbox.ts";

/** A user's preferences for answers. */
export type ChatPreferences = Pick<
  BodyOf<typeof sendMessage>,
  "llm" | "useRag" | "similarityMetric" | "showThinking" | "connectedLoobricates"
>;

export interface ChatListener {
  onEvent: (event: ChatEvent) => void;
  /** Called when the connection is lost and being restored, and when it is back. */
  onConnection: (isConnected: boolean) => void;
}

/** Connection to the companions. Every method throws ApiError when the server refuses or cannot be reached. */
export interface ChatTransport {
  /** Follows an answer to its end, across lost connections. The signal closes only the stream, not the answer. */
  follow(run: OpenRun, listener: ChatListener, signal: AbortSignal): Promise<void>;
  /** Stops an answer. Its text so far is preserved. */
  stop(runId: string): Promise<void>;
  /** The newest messages of a conversation, or those before one of them; oldest first. The newest are also available offline. */
  page(
    threadId: string,
    before?: string,
  ): Promise<ThreadPage & { /** Set when the data comes from this phone's copy. */ asOf?: number }>;
  /** Id of the user's conversation with a running answer; null when there is none. */
  findAnswering(): Promise<string | null>;
  /** Continues with the branch of the conversation that contains this message. */
  chooseBranch(threadId: string, messageId: string): Promise<void>;
}

export type ThreadPage = ResponseOf<typeof getThread>;

export const chatTransport: ChatTransport = {
  async follow({ runId, response }, { onEvent, onConnection }, signal) {
    let opened = response;
    await followStream({
      signal,
      onConnection,
      async connect(after, line) {
        const first = opened;
        opened = undefined;
        if (first === undefined)
          return await send(followRun, { params: { runId }, query: { after } }, { signal: line });
        return new Response(first.body?.pipeThrough(new TransformStream(), { signal: line }));
      },
      onFrame({ data }) {
        const event = parseEvent(data);
        if (event !== null) onEvent(event);
      },
    });
  },
  async stop(runId) {
    await call(stopRun, { params: { runId }, body: {} });
  },
  async page(threadId, before) {
    if (before !== undefined) return await call(getThread, { params: { threadId }, query: { before } });
    // Not awaited, because the browser's database may hang. Without a database, there is no copy.
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

/** Null for a frame that is cut off. */
function parseEvent(data: string): ChatEvent | null {
  try {
    return JSON.parse(data) as ChatEvent;
  } catch {
    return null;
  }
}
