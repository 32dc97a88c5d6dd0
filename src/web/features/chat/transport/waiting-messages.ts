import type { QueuedMessage, QueuedMessages } from "./queued-messages.ts";

/** What is shown of the chat, as far as what waits on this device matters to it. */
export interface WaitingView {
  /** Of the conversation that is shown, or that begins with the next message. */
  threadId(): string;
  /** Which conversation is looked for where nothing is shown yet: null for any, undefined when something is shown. */
  wanted(): string | null | undefined;
  /** Goes on with the conversation of this message. */
  take(message: QueuedMessage): void;
  /** Shows messages that wait; those that are shown already stay where they are. */
  wait(messages: readonly QueuedMessage[]): void;
  /** Shows the conversation as the server has it by now. */
  reload(threadId: string): Promise<void>;
}

/** What was said and waits on this device, beside the conversation that is shown. */
export class WaitingMessages {
  readonly #view: WaitingView;
  /** In whichever conversation, oldest first. */
  #all: readonly QueuedMessage[] = [];
  /** The person has chosen a conversation: what waited when the page was opened is not put in its place. */
  #isChosen = false;

  constructor(view: WaitingView) {
    this.#view = view;
  }

  async follow(load: (() => Promise<QueuedMessages>) | undefined): Promise<void> {
    // A page that could not load it shows what the server has.
    const queue = (await load?.().catch(() => null)) ?? null;
    queue?.follow((waiting, arrived) => {
      this.#all = waiting;
      this.takeUp();
      this.show();
      const threadId = this.#view.threadId();
      if (arrived.has(threadId)) void this.#view.reload(threadId);
    });
  }

  choose(): void {
    this.#isChosen = true;
  }

  /** The page was closed with something still here: its conversation is the one to go on with. */
  takeUp(): void {
    const wanted = this.#view.wanted();
    if (this.#isChosen || wanted === undefined) return;
    const last = this.#all.findLast(({ threadId }) => wanted === null || threadId === wanted);
    if (last === undefined) return;
    this.#isChosen = true;
    this.#view.take(last);
    this.show();
  }

  show(): void {
    const mine = this.#here();
    if (mine.length > 0) this.#view.wait(mine);
  }

  /** Something said before in the conversation still waits: what is said now comes after it. */
  isInFront(): boolean {
    return this.#here().length > 0;
  }

  #here(): QueuedMessage[] {
    const shown = this.#view.threadId();
    return this.#all.filter(({ threadId }) => threadId === shown);
  }
}
