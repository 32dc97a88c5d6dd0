import type { UserMessage } from "./chat-state.ts";
import type { ChatView } from "./chat-view.ts";

/** An own message whose words are being changed in the composer, in the place of what was being written there. */
export class MessageEdit {
  readonly #view: ChatView;
  /** What was being written. */
  #aside = "";

  constructor(view: ChatView) {
    this.#view = view;
  }

  /** Takes up an own message again: without an id the last one. What was being written comes back afterwards. */
  edit(messageId?: string): void {
    const { messages, answering } = this.#view.conversation;
    const message = messages.findLast(
      (one): one is UserMessage =>
        one.role === "user" && !one.isLocal && (messageId === undefined || one.id === messageId),
    );
    if (message === undefined || answering !== null) return;
    const { editedId, draft } = this.#view.snapshot;
    if (editedId === null) this.#aside = draft;
    this.#view.show({ editedId: message.id, draft: message.text });
  }

  cancel(): void {
    if (this.#view.snapshot.editedId === null) return;
    this.#view.show({ editedId: null, draft: this.takeDraft() });
  }

  /** What was being written before, once. */
  takeDraft(): string {
    const aside = this.#aside;
    this.#aside = "";
    return aside;
  }
}
