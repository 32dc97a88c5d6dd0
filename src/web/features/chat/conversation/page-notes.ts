import type { Memory } from "#shared/features/memories/contract.ts";
import { newId } from "#shared/id.ts";
import { kept, note } from "./chat-message.ts";
import type { ChatView } from "../store/chat-view.ts";

/** What the page itself says in the conversation. The server is not told. */
export class PageNotes {
  readonly #view: ChatView;
  /** Of the problems that were told, by message. */
  readonly #retries = new Map<string, () => void>();

  constructor(view: ChatView) {
    this.#view = view;
  }

  /** Something was done: with a checkmark. */
  tell = (text: string): void => {
    this.#view.act({ type: "noted", messages: [note(newId(), text, true)] }, { isHintShown: false });
  };

  /** Something did not work: with a Retry. In the place of what had this id. */
  tellProblem = (messageId: string, problem: string, onRetry: () => void): void => {
    this.#retries.set(messageId, onRetry);
    this.#view.act({ type: "withdrawn", messageId });
    this.#view.act({ type: "noted", messages: [{ ...note(messageId, ""), status: "failed", problem }] });
  };

  /** What was spoken to be kept; the server shows it when the conversation is opened again. */
  tellSaved = (memory: Memory): void => {
    this.#view.act({ type: "noted", messages: [kept(memory)] });
  };

  /** Takes back what was told. */
  withdraw = (messageId: string): void => {
    if (!this.#retries.delete(messageId)) return;
    this.#view.act({ type: "withdrawn", messageId });
  };

  /** The Retry of a problem that was told; nothing for any other message. */
  retry(messageId: string): void {
    this.#retries.get(messageId)?.();
  }
}
