import type { UserMessage } from "./chat-state.ts";
import type { ShownChat } from "./shown-chat.ts";

/** An own message whose words are being changed in the composer, in the place of what was being written there. */
export class TakenUp {
  readonly #shown: ShownChat;
  /** What was being written. */
  #aside = "";

  constructor(shown: ShownChat) {
    this.#shown = shown;
  }

  /** Takes up an own message again: without an id the last one. What was being written comes back afterwards. */
  edit(messageId?: string): void {
    const { messages, answering } = this.#shown.conversation;
    const message = messages.findLast(
      (one): one is UserMessage =>
        one.role === "user" && !one.isLocal && (messageId === undefined || one.id === messageId),
    );
    if (message === undefined || answering !== null) return;
    const { editedId, draft } = this.#shown.snapshot;
    if (editedId === null) this.#aside = draft;
    this.#shown.show({ editedId: message.id, draft: message.text });
  }

  cancel(): void {
    if (this.#shown.snapshot.editedId === null) return;
    this.#shown.show({ editedId: null, draft: this.takeAside() });
  }

  /** What was being written before, once. */
  takeAside(): string {
    const aside = this.#aside;
    this.#aside = "";
    return aside;
  }
}
