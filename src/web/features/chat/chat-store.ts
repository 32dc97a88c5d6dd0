import type { MessageUi } from "#shared/features/chat/contract.ts";
import type { HelpKind } from "#shared/features/chat/help-kinds.ts";
import { newId } from "#shared/id.ts";
import { ApiError } from "../../lib/api-client.ts";
import type { ChatLine, ChatRequest } from "./chat-line.ts";
import {
  converse,
  type Conversation,
  type ConversationAction,
  emptyConversation,
  questionOf,
} from "./conversation.ts";

export interface ChatSnapshot {
  conversation: Conversation;
  /** What is typed and not sent yet. */
  draft: string;
}

export interface ChatStoreOptions {
  /** Loads the line to the server; only called when there is something to say or to hear. */
  line: () => Promise<ChatLine>;
  /** Calls back before the next paint: listeners hear of new words no more often. */
  nextFrame: (callback: () => void) => void;
  /** Listens for words of danger on this device: help must not wait for a signal. */
  findDanger?: (text: string) => Promise<HelpKind | null>;
  /** Remembers which conversation this tab shows, over a reload. */
  memory: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

const MEMORY_KEY = "chat.thread";
const STOP_TRIES = 5;
const STOP_WAIT_MS = 1_000;

/** The chat of this page, outside React: it goes on while the person looks at the map. */
export class ChatStore {
  readonly #options: ChatStoreOptions;
  readonly #listeners = new Set<() => void>();
  #snapshot: ChatSnapshot = { conversation: emptyConversation, draft: "" };
  /** As the snapshot's, with the words that wait for the next frame. */
  #conversation = emptyConversation;
  #hearing = new AbortController();
  #isFrameAsked = false;
  #personId: string | null = null;

  constructor(options: ChatStoreOptions) {
    this.#options = options;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): ChatSnapshot => this.#snapshot;

  changeDraft = (draft: string): void => this.#show({ draft });

  send = (text: string): void => {
    const words = text.trim();
    if (words === "" || this.#conversation.answering !== null) return;
    const question = { id: newId(), text: words };
    this.#update({ type: "asked", question, answerId: newId() });
    this.#show({ draft: "" });
    void this.#hear(this.#saying(question));
    void this.#helpAt(question);
  };

  /** Something was made from an answer, and stands with it from now on. */
  showMade = (messageId: string, ui: MessageUi): void => {
    this.#update({ type: "shown", messageId, ui });
    this.#show({});
  };

  /** Asks for an answer once more. Words that never arrived are sent again under their own id. */
  retry = (answerId: string): void => {
    const { messages, answering, threadId, unsent } = this.#conversation;
    const question = questionOf(messages, answerId);
    if (answering !== null || question === null) return;
    const messageId = newId();
    this.#update({ type: "asked-again", failedId: answerId, answerId: messageId });
    this.#show({});
    const { id: parentId, text } = question;
    const hasArrived = threadId !== null && !unsent.includes(parentId);
    const again = { trigger: "retry", text, threadId: threadId ?? "", parentId, messageId } as const;
    void this.#hear(hasArrived ? { kind: "say", body: again } : this.#saying(question));
  };

  /** Stops the answer; its run tells the end itself. Tried again while the line is bad. */
  stop = async (): Promise<void> => {
    const runId = this.#conversation.answering?.runId ?? null;
    for (let tries = 1; runId !== null && tries <= STOP_TRIES; tries += 1) {
      try {
        await (await this.#options.line()).stop(runId);
        return;
      } catch (error) {
        if (error instanceof ApiError && error.status !== 0 && error.status < 500) return; // it is over
        await new Promise((resolve) => setTimeout(resolve, STOP_WAIT_MS * tries));
      }
      if (this.#conversation.answering?.runId !== runId) return;
    }
  };

  /**
   * Says who uses the page. The first time, what this tab showed before a reload comes back. What a visitor said stays
   * when they get an account; nobody sees the words of whoever was here before.
   */
  becomes(personId: string): void {
    const before = this.#personId;
    this.#personId = personId;
    if (before === null) void this.#resume();
    else if (before !== personId && !before.startsWith("anon-")) this.#clear();
  }

  async #resume(): Promise<void> {
    const { memory, line } = this.#options;
    const threadId = memory.getItem(MEMORY_KEY);
    if (threadId === null || this.#conversation !== emptyConversation) return;
    try {
      const messages = await (await line()).messages(threadId);
      if (this.#conversation !== emptyConversation) return; // somebody was quicker
      this.#update({ type: "loaded", threadId, messages });
      this.#show({});
      const runId = this.#conversation.answering?.runId ?? null;
      if (runId !== null) void this.#hear({ kind: "follow", runId });
    } catch (error) {
      // Not theirs any more, or gone. Without a signal it is kept for the next time.
      if (error instanceof ApiError && error.code === "not-found") memory.removeItem(MEMORY_KEY);
    }
  }

  async #helpAt({ id, text }: { id: string; text: string }): Promise<void> {
    // Without it the server still hears.
    const kind = await this.#options.findDanger?.(text).catch(() => null);
    const { messages } = this.#conversation;
    const answer = messages[messages.findIndex((message) => message.id === id) + 1];
    if (kind && answer?.role === "assistant") this.showMade(answer.id, { type: "help-card", kind });
  }

  #clear(): void {
    this.#hearing.abort();
    this.#hearing = new AbortController();
    this.#options.memory.removeItem(MEMORY_KEY);
    this.#conversation = emptyConversation;
    this.#show({ draft: "" });
  }

  #saying({ id: messageId, text }: { id: string; text: string }): ChatRequest {
    const { threadId } = this.#conversation;
    return { kind: "say", body: { messageId, text, ...(threadId === null ? {} : { threadId }) } };
  }

  async #hear(request: ChatRequest): Promise<void> {
    const { signal } = this.#hearing;
    const { line, memory } = this.#options;
    let problem = "The answer broke off. Please try again.";
    try {
      const listener = {
        onEvent: (event) => {
          this.#updateSoon({ type: "heard", event, at: performance.now() });
          if (event.type === "start") memory.setItem(MEMORY_KEY, event.messageMetadata.threadId);
        },
        onConnection: (isConnected) => this.#updateSoon({ type: "line", isConnected }),
      } satisfies Parameters<ChatLine["hear"]>[1];
      await (await line()).hear(request, listener, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError) problem = error.message;
    }
    // An answer that has told its own end is no longer being answered.
    if (this.#conversation.answering === null) return;
    this.#update({ type: "failed", problem });
    this.#show({});
  }

  #update(action: ConversationAction): void {
    this.#conversation = converse(this.#conversation, action);
  }

  #updateSoon(action: ConversationAction): void {
    this.#update(action);
    if (this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    this.#options.nextFrame(() => {
      this.#isFrameAsked = false;
      this.#show({});
    });
  }

  #show(patch: Partial<ChatSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...patch, conversation: this.#conversation };
    for (const listener of this.#listeners) listener();
  }
}
