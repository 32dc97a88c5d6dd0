import { reachability } from "#web/lib/server/reachability.ts";
import type { ChatView } from "./chat-view.ts";
import type { CurrentAnswer } from "./current-answer.ts";
import type { CurrentThread } from "./current-thread.ts";
import type { MessageOutbox, QueuedMessage } from "../transport/message-outbox.ts";

interface Loader {
  /** Shows the server's current version of the conversation. */
  reload: (threadId: string) => Promise<void>;
  /** Closes a deleted conversation. */
  onDeleted: (threadId: string) => void;
}

/** Messages queued on this device for the shown conversation. */
export class WaitingMessages {
  readonly #view: ChatView;
  readonly #thread: CurrentThread;
  readonly #answer: CurrentAnswer;
  readonly #loader: Loader;
  #outbox: MessageOutbox | null = null;
  /** Messages of all conversations, oldest first. */
  #all: readonly QueuedMessage[] = [];
  /** The user has chosen a conversation, so messages that were queued when the page was opened must not replace it. */
  #isChosen = false;

  constructor(view: ChatView, thread: CurrentThread, answer: CurrentAnswer, loader: Loader) {
    this.#view = view;
    this.#thread = thread;
    this.#answer = answer;
    this.#loader = loader;
  }

  async follow(load: () => Promise<MessageOutbox>): Promise<void> {
    // Without a connection, this phone answers.
    reachability.subscribe(() => void this.#answer.answerQueued());
    this.#outbox = await load();
    this.#outbox.follow((waiting, arrived, deleted) => {
      this.#all = waiting;
      for (const threadId of deleted) this.#loader.onDeleted(threadId);
      this.takeUp();
      this.show();
      const threadId = this.#thread.id;
      if (arrived.has(threadId)) void this.#loader.reload(threadId);
    });
  }

  choose(): void {
    this.#isChosen = true;
  }

  /** Continues the conversation with queued messages from before the page was closed. */
  takeUp(): void {
    const wanted = this.#view.vacancy;
    if (this.#isChosen || wanted === undefined) return;
    const last = this.#all.findLast(({ threadId }) => wanted === null || threadId === wanted);
    if (last === undefined) return;
    this.#isChosen = true;
    this.#thread.goOnWith(last.threadId, last.companion ?? undefined);
    this.show();
  }

  /** Shows the queued messages of the conversation. Messages already shown keep their positions. */
  show(): void {
    const questions = this.#here();
    if (questions.length === 0) return;
    this.#view.act({ type: "waiting", questions });
    void this.#answer.answerQueued();
  }

  /** Sends the queued messages of the conversation immediately, because the answer they waited for has ended. */
  release(): void {
    for (const { id } of this.#here()) void this.#outbox?.hurry(id);
  }

  /** Removes a message from the queue. */
  async drop(messageId: string): Promise<void> {
    this.#all = this.#all.filter(({ id }) => id !== messageId);
    await this.#outbox?.drop(messageId);
  }

  /** Whether an earlier message of the conversation is still queued. A new one must be queued behind it. */
  isInFront(): boolean {
    return this.#here().length > 0;
  }

  #here(): QueuedMessage[] {
    const shown = this.#thread.id;
    return this.#all.filter(({ threadId }) => threadId === shown);
  }
}
