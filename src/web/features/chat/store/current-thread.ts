import { newId } from "#shared/id.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import type { ChatView } from "./chat-view.ts";

const KEY = "chat.thread";

/** The conversation that this page shows or starts with the next message. Its id is stored for a reload. */
export class CurrentThread {
  readonly #view: ChatView;
  readonly #memory: ChatStoreOptions["memory"];
  /** Created here, so that a conversation started offline has its id, too. */
  #newId = newId();
  #staleId: string | null = null;

  constructor(view: ChatView, { memory }: Pick<ChatStoreOptions, "memory">) {
    this.#view = view;
    this.#memory = memory;
  }

  /** Id of the shown conversation, or of the one the next message starts. */
  get id(): string {
    return this.#view.conversation.threadId ?? this.#newId;
  }

  /** Whether the server has messages that could not be fetched yet. */
  get isStale(): boolean {
    return this.#staleId === this.id;
  }

  /** @param threadId a conversation with more messages on the server; null if the shown one is up to date */
  markStale(threadId: string | null): void {
    this.#staleId = threadId;
  }

  /** Makes the next message continue a conversation that could not be fetched yet. */
  goOnWith(threadId: string, companionId = this.#view.snapshot.companionId): void {
    this.#newId = this.#staleId = threadId;
    this.#view.show({ opening: null, companionId });
  }

  /** Makes the next message start a conversation. */
  begin(): void {
    this.forget();
    this.#newId = newId();
    this.#staleId = null;
  }

  /** Id of the conversation this tab showed before a reload. */
  recall(): string | null {
    return this.#memory.getItem(KEY);
  }

  remember(threadId: string): void {
    try {
      this.#memory.setItem(KEY, threadId);
    } catch {
      // The browser's storage is full: a reload begins a new conversation, and this one is in the list.
    }
  }

  forget(): void {
    this.#memory.removeItem(KEY);
  }
}
