import type { MessageUi } from "#shared/features/chat/contract.ts";
import type { Memory } from "#shared/features/memories/contract.ts";
import { newId } from "#shared/id.ts";
import { kept, note } from "./chat-message.ts";
import { type ChatSnapshot, emptyConversation } from "./chat-snapshot.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import { converse, type ConversationAction } from "./conversation.ts";

/** What the chat shows, told to those who draw it, and what the page itself says in it: nobody else hears that. */
export class TellingStore {
  protected readonly options: ChatStoreOptions;
  protected snapshot: ChatSnapshot;
  /** As the snapshot's, with the words that wait for the next frame. */
  protected conversation = emptyConversation;
  /** Of the problems this page has told of, by message. */
  protected readonly retries = new Map<string, () => void>();
  readonly #listeners = new Set<() => void>();
  #isFrameAsked = false;

  constructor(options: ChatStoreOptions, initial: ChatSnapshot) {
    this.options = options;
    this.snapshot = initial;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): ChatSnapshot => this.snapshot;

  /** Says in the conversation that something was done, with a checkmark. The server is not told. */
  tell = (text: string): void => {
    this.update({ type: "noted", messages: [note(newId(), text, true)] });
    this.show({ isHintShown: false });
  };

  /** Says in the conversation that something did not work, with a Retry. In the place of what had this id. */
  tellProblem = (messageId: string, problem: string, onRetry: () => void): void => {
    this.retries.set(messageId, onRetry);
    this.update({ type: "withdrawn", messageId });
    this.update({ type: "noted", messages: [{ ...note(messageId, ""), status: "failed", problem }] });
    this.show({});
  };

  /** Takes back what this page said itself. */
  withdraw = (messageId: string): void => {
    if (!this.retries.delete(messageId)) return;
    this.update({ type: "withdrawn", messageId });
    this.show({});
  };

  /** Shows in the conversation what was spoken to be kept; the server does so when it is opened again. */
  tellKept = (memory: Memory): void => {
    this.update({ type: "noted", messages: [kept(memory)] });
    this.show({});
  };

  /** Something was made from an answer, and stands with it from now on. */
  showMade = (messageId: string, ui: MessageUi): void => {
    this.update({ type: "shown", messageId, ui });
    this.show({});
  };

  protected update(action: ConversationAction): void {
    this.conversation = converse(this.conversation, action);
  }

  protected updateSoon(action: ConversationAction): void {
    this.update(action);
    if (this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    this.options.nextFrame(() => {
      this.#isFrameAsked = false;
      this.show({});
    });
  }

  protected show(patch: Partial<ChatSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...patch, conversation: this.conversation };
    for (const listener of this.#listeners) listener();
  }
}
