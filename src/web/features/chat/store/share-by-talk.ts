import { isBaseCompanion } from "#shared/features/companions/base-companion.ts";
import { newId } from "#shared/id.ts";
import { aside, note } from "../conversation/chat-message.ts";
import type { ResourceTalk, WizardDraft } from "../conversation/resource-talk.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import type { ChatView } from "./chat-view.ts";

/** Adds a resource in a dialog with the wizard. These messages are not sent to the server. */
export class ShareByTalk {
  readonly #view: ChatView;
  readonly #options: ChatStoreOptions;
  #talk: Promise<ResourceTalk> | null = null;

  constructor(view: ChatView, options: ChatStoreOptions) {
    this.#view = view;
    this.#options = options;
  }

  /** Available to users with an account, except with the base companion. */
  isOpenTo(personId: string | null): boolean {
    const isVisitor = personId === null || personId.startsWith("anon-");
    return !isVisitor && !isBaseCompanion(this.#view.snapshot.companionId);
  }

  /** Discards the wizard's state. */
  reset(): void {
    this.#talk = null;
  }

  /**
   * Passes the message to the wizard if it is meant for it, and shows the reply. Returns "passed" when the message is for the companion,
   * "late" when another conversation has been opened since.
   * @param openForm opens the form that adds a resource, prefilled by the wizard
   */
  async answer(
    words: string,
    signal: AbortSignal,
    openForm?: (draft: WizardDraft) => void,
  ): Promise<"taken" | "passed" | "late"> {
    this.#talk ??= this.#options.resourceTalk();
    const turn = (await this.#talk.catch(() => null))?.answer(words) ?? null;
    if (signal.aborted || this.#view.conversation.answering !== null) return "late";
    if (turn === null) return "passed";
    this.#view.act({ type: "noted", messages: [aside(newId(), words), note(newId(), turn.reply)] });
    if (turn.draft !== null) openForm?.(turn.draft);
    return "taken";
  }
}
