import { type ChatSnapshot, emptyConversation } from "./chat-snapshot.ts";
import { converse, type ConversationAction } from "../conversation/conversation.ts";

/** What the screen shows of the chat, and who is told when it changes. */
export class ChatView {
  readonly #nextFrame: (callback: () => void) => void;
  readonly #listeners = new Set<() => void>();
  #snapshot: ChatSnapshot;
  /** As the snapshot's, with the words that wait for the next frame. */
  #conversation = emptyConversation;
  #isFrameAsked = false;

  /** @param nextFrame calls back before the next paint */
  constructor(initial: ChatSnapshot, nextFrame: (callback: () => void) => void) {
    this.#snapshot = initial;
    this.#nextFrame = nextFrame;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get snapshot(): ChatSnapshot {
    return this.#snapshot;
  }

  get conversation(): ChatSnapshot["conversation"] {
    return this.#conversation;
  }

  /** Which conversation is looked for where nothing is shown yet: null for any, undefined when something is shown. */
  get vacancy(): string | null | undefined {
    const { opening } = this.#snapshot;
    const isVacant = this.#conversation === emptyConversation && opening?.problem !== null;
    return isVacant ? (opening?.threadId ?? null) : undefined;
  }

  /** Changes the conversation and shows it at once, with the rest of what changes. */
  act(action: ConversationAction, patch: Partial<ChatSnapshot> = {}): void {
    this.#conversation = converse(this.#conversation, action);
    this.show(patch);
  }

  /** Changes the conversation; listeners hear of it with the next frame, however much there is. */
  actSoon(action: ConversationAction): void {
    this.#conversation = converse(this.#conversation, action);
    if (this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    this.#nextFrame(() => {
      this.#isFrameAsked = false;
      this.show({});
    });
  }

  show(patch: Partial<ChatSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...patch, conversation: this.#conversation };
    for (const listener of this.#listeners) listener();
  }

  /** Clears the view. */
  clear(patch: Partial<ChatSnapshot>): void {
    this.#conversation = emptyConversation;
    this.show({ ...patch, epoch: this.#snapshot.epoch + 1 });
  }
}
