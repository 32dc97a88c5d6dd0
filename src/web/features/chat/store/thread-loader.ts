import { ApiError, isPassing } from "#web/lib/server/api-error.ts";
import { CatchUp, isBehind } from "./catch-up.ts";
import type { ChatTransport } from "../transport/chat-transport.ts";
import { WaitingMessages } from "./waiting-messages.ts";
import type { Opening } from "./chat-state.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import type { ChatView } from "./chat-view.ts";
import type { CurrentAnswer } from "./current-answer.ts";
import type { CurrentThread } from "./current-thread.ts";

/** Most pages that are fetched to find a message: 50 messages each. */
const SOUGHT_PAGES = 20;

interface LoaderOptions extends Pick<ChatStoreOptions, "transport" | "outbox" | "complain"> {
  /** The user has deleted a conversation, perhaps in another window. */
  onDeleted: (threadId: string) => void;
}

/** Fetches conversations, and syncs the shown one with the server and with the messages queued on this device. */
export class ThreadLoader {
  readonly #view: ChatView;
  readonly #thread: CurrentThread;
  readonly #answer: CurrentAnswer;
  readonly #options: LoaderOptions;
  readonly #catchUp: CatchUp;
  readonly waiting: WaitingMessages;

  constructor(view: ChatView, thread: CurrentThread, answer: CurrentAnswer, options: LoaderOptions) {
    this.#view = view;
    this.#thread = thread;
    this.#answer = answer;
    this.#options = options;
    this.waiting = new WaitingMessages(view, thread, answer, {
      reload: (threadId) => this.#refresh(threadId),
      onDeleted: options.onDeleted,
    });
    this.#catchUp = new CatchUp({
      isDue: () => isBehind(view.snapshot) || (view.conversation.answering === null && thread.isStale),
      ask: async () => {
        const { opening } = view.snapshot;
        if (opening === null) await this.#refresh(thread.id);
        else await this.#fetch(opening.threadId);
      },
    });
    view.state.subscribe(this.catchUp);
  }

  /** Fetches missed messages, if there are any. */
  catchUp = (): void => this.#catchUp.plan();

  /** Fetches a conversation into the empty view. */
  async open(threadId: string): Promise<void> {
    this.#thread.remember(threadId);
    this.#view.show({ opening: { threadId, problem: null } });
    await this.#fetch(threadId);
  }

  /** The conversation with a running answer; null if another conversation is shown when the response arrives. */
  async findAnswering(): Promise<string | null> {
    const { signal } = this.#answer;
    const threadId = await (await this.#options.transport()).findAnswering();
    return signal.aborted || this.#view.vacancy !== null ? null : threadId;
  }

  /** Fetches the messages before the first one shown. */
  async loadEarlier(): Promise<void> {
    const { signal } = this.#answer;
    const { threadId, messages, hasEarlier } = this.#view.conversation;
    const [first] = messages;
    if (threadId === null || first === undefined || !hasEarlier) return;
    try {
      const transport = await this.#options.transport();
      const { messages: earlier, hasMore } = await transport.page(threadId, first.id);
      if (signal.aborted || this.#view.conversation.messages[0]?.id !== first.id) return;
      this.#view.act({ type: "loaded-earlier", messages: earlier, hasMore });
    } catch (error) {
      if (!signal.aborted) this.#options.complain(sentenceOf(error));
    }
  }

  /** Scrolls to a message of the shown conversation, and fetches earlier ones until it is there. Without it, nothing happens. */
  async seek(threadId: string, messageId: string): Promise<void> {
    const { signal } = this.#answer;
    for (let page = 0; !signal.aborted && this.#view.conversation.threadId === threadId; page += 1) {
      const { messages, hasEarlier } = this.#view.conversation;
      if (messages.some(({ id }) => id === messageId)) return this.#view.show({ sought: { id: messageId } });
      if (!hasEarlier || page === SOUGHT_PAGES) return;
      await this.loadEarlier();
      if (this.#view.conversation.messages[0]?.id === messages[0]?.id) return; // no signal
    }
  }

  /** Shows another version of a message with the messages after it, and sets it as the server's current branch. */
  async showVersion(messageId: string): Promise<void> {
    const { threadId, answering } = this.#view.conversation;
    if (threadId === null || answering !== null) return;
    const { signal } = this.#answer;
    try {
      const transport = await this.#options.transport();
      await transport.chooseBranch(threadId, messageId);
      const page = await transport.page(threadId);
      // Another conversation may be shown by now.
      if (!signal.aborted && this.#view.conversation.answering === null) this.#showPage(threadId, page);
    } catch (error) {
      if (!signal.aborted) this.#options.complain(sentenceOf(error));
    }
  }

  async #fetch(threadId: string, isSecondLook = false): Promise<void> {
    const { signal } = this.#answer;
    try {
      const page = await (await this.#options.transport()).page(threadId);
      if (signal.aborted || this.#view.snapshot.opening?.threadId !== threadId) return;
      this.#view.show({ opening: null, companionId: page.thread.companion });
      this.#showPage(threadId, page);
    } catch (error) {
      if (signal.aborted) return;
      const opening = await this.#openingAfter(error, threadId);
      if (signal.aborted) return;
      // Its first message may have reached the server after our request, and left this device before we read the outbox.
      if (opening === null && !isSecondLook) return await this.#fetch(threadId, true);
      if (opening === null) this.#thread.forget();
      this.#view.show({ opening });
      this.waiting.takeUp();
    }
  }

  /** State of a conversation that could not be fetched: it waits for a connection or shows the reason; null when it does not exist. */
  async #openingAfter(error: unknown, threadId: string): Promise<Opening | null> {
    const problem = sentenceOf(error);
    const isMissing = error instanceof ApiError && error.code === "not-found";
    if (!isMissing) return { threadId, problem, isWaiting: isPassing(error) };
    // Deleted or no longer the user's; or started by the previous page and in transit to the server.
    const isUnderway = await this.#options
      .outbox()
      .then((outbox) => outbox.has(threadId))
      .catch(() => false);
    return isUnderway ? { threadId, problem, isWaiting: true } : null;
  }

  /** Shows the server's current version of a conversation, with the messages still queued here. Retried later when offline. */
  async #refresh(threadId: string): Promise<void> {
    this.#thread.markStale(threadId);
    const { answering } = this.#view.conversation;
    if (answering !== null && answering.runId !== null) return; // again after its end
    // Our own request hangs on a stalled connection: the outbox was faster.
    if (answering !== null) this.#answer.giveUp();
    const { signal, isLost } = this.#answer.claim();
    this.#thread.remember(threadId); // it was removed from this device: a reload finds it on the server
    try {
      const page = await (await this.#options.transport()).page(threadId);
      if (isLost() || this.#thread.id !== threadId) return;
      if (page.asOf !== undefined) return; // this phone's cached page is no newer than what is shown
      this.#thread.markStale(null);
      this.#showPage(threadId, page);
    } catch (error) {
      if (signal.aborted || isPassing(error)) return;
      this.#thread.markStale(null);
      // The first message is queued on this device: the server does not have the conversation yet.
      if (this.#view.conversation.threadId === null) return;
      this.#view.act({ type: "given-up", problem: sentenceOf(error) }, { asOf: null });
      this.#options.complain(sentenceOf(error));
    }
  }

  #showPage(threadId: string, { messages, hasMore, asOf }: Awaited<ReturnType<ChatTransport["page"]>>): void {
    this.#view.act(
      { type: "loaded", threadId, messages, hasMore, isOld: asOf !== undefined },
      { epoch: this.#view.snapshot.epoch + 1, asOf: asOf ?? null },
    );
    this.waiting.show();
    const runId = this.#view.conversation.answering?.runId ?? null;
    if (runId !== null) void this.#answer.follow(runId);
  }
}

/** The error message for the user. */
function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : "That did not work. Please try again.";
}
