import type { UserMessage } from "./chat-state.ts";
import type { ChatView } from "./chat-view.ts";

/** Editing a user's message in the composer, which replaces the current draft for the time being. */
export class MessageEdit {
  readonly #view: ChatView;
  /** The draft before the edit. */
  #aside = "";

  constructor(view: ChatView) {
    this.#view = view;
  }

  /** Starts editing a message of the user: without an id the last one. The current draft is restored afterwards. */
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

  /** The draft from before the edit; returned only once. */
  takeDraft(): string {
    const aside = this.#aside;
    this.#aside = "";
    return aside;
  }
}
