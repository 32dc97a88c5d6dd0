import { type Atom, createAtom, type ReadonlyAtom } from "@tanstack/store";
import { type ChatSnapshot, emptyConversation, initialSnapshot } from "./chat-state.ts";
import { converse, type ConversationAction } from "../conversation/conversation.ts";

/** The state shown by the chat, and its changes. */
export class ChatView {
  readonly #nextFrame: (callback: () => void) => void;
  readonly #state: Atom<ChatSnapshot>;
  /** The state's conversation plus the changes pending for the next frame. */
  #conversation = emptyConversation;
  #isFrameAsked = false;

  /** @param nextFrame calls back before the next paint */
  constructor(nextFrame: (callback: () => void) => void, state = createAtom<ChatSnapshot>(initialSnapshot)) {
    this.#state = state;
    this.#nextFrame = nextFrame;
  }

  get state(): ReadonlyAtom<ChatSnapshot> {
    return this.#state;
  }

  get snapshot(): ChatSnapshot {
    return this.#state.get();
  }

  get conversation(): ChatSnapshot["conversation"] {
    return this.#conversation;
  }

  /** The conversation an empty view is waiting for: null for any, undefined when a conversation is shown. */
  get vacancy(): string | null | undefined {
    const { opening } = this.snapshot;
    const isVacant = this.#conversation === emptyConversation && opening?.problem !== null;
    return isVacant ? (opening?.threadId ?? null) : undefined;
  }

  /** Changes the conversation and shows it immediately, together with the other given changes. */
  act(action: ConversationAction, patch: Partial<ChatSnapshot> = {}): void {
    this.#conversation = converse(this.#conversation, action);
    this.show(patch);
  }

  /** Changes the conversation; listeners are notified in the next frame, once for all changes. */
  actSoon(action: ConversationAction): void {
    this.#conversation = converse(this.#conversation, action);
    if (this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    this.#nextFrame(() => {
      this.#isFrameAsked = false;
      this.show({});
    });
  }

  /** Moves an unsent message back into the composer, before text typed since. */
  takeBack({ id: questionId, text }: { id: string; text: string }): void {
    const { draft } = this.snapshot;
    this.act({ type: "taken-back", questionId }, { draft: draft.trim() === "" ? text : `${text}\n${draft}` });
  }

  show(patch: Partial<ChatSnapshot>): void {
    this.#state.set((before) => ({ ...before, ...patch, conversation: this.#conversation }));
  }

  /** Clears the view. */
  clear(patch: Partial<ChatSnapshot>): void {
    this.#conversation = emptyConversation;
    this.show({ ...patch, epoch: this.snapshot.epoch + 1 });
  }
}
