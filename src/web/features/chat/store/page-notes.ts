import type { Memory } from "#shared/features/memories/contract.ts";
import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import { newId } from "#shared/id.ts";
import { savedNote, note } from "../conversation/chat-message.ts";
import { isHelpNewest } from "./chat-state.ts";
import type { ChatView } from "./chat-view.ts";

/** Messages of the page in the conversation. They are not sent to the server. */
export class PageNotes {
  readonly #view: ChatView;
  /** Retry functions of the problem notes, by message id. */
  readonly #retries = new Map<string, () => void>();

  constructor(view: ChatView) {
    this.#view = view;
  }

  /** Adds a confirmation note with a checkmark. */
  show = (text: string): void => {
    this.#view.act({ type: "noted", messages: [note(newId(), text, true)] }, { isHintShown: false });
  };

  /** Adds a note about a problem, with a Retry button. Replaces an earlier note with the same id. */
  showProblem = (messageId: string, problem: string, onRetry: () => void): void => {
    this.#retries.set(messageId, onRetry);
    this.#view.act({ type: "withdrawn", messageId });
    this.#view.act({ type: "noted", messages: [{ ...note(messageId, ""), status: "failed", problem }] });
  };

  /** Adds the help card, unless it is the newest message. */
  help = (kind: HelpKind): void => {
    if (isHelpNewest(this.#view.conversation)) return;
    const ui = { type: "help-card", kind } as const;
    this.#view.act({ type: "noted", messages: [{ ...note(newId(), ""), ui }] });
  };

  /** Adds a note about a recorded memory; the server includes it when the conversation is opened again. */
  showSaved = (memory: Memory): void => {
    const saved = savedNote(memory);
    // A note with the same words is the same memory.
    this.#view.act({ type: "withdrawn", messageId: saved.id });
    this.#view.act({ type: "noted", messages: [saved] });
  };

  /** Removes a problem note. */
  withdraw = (messageId: string): void => {
    if (!this.#retries.delete(messageId)) return;
    this.#view.act({ type: "withdrawn", messageId });
  };

  /** Runs the Retry of a problem note; does nothing for any other message. */
  retry(messageId: string): void {
    this.#retries.get(messageId)?.();
  }
}
