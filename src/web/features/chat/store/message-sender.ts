import { MAX_CONNECTED } from "#shared/features/chat/limits.ts";
import type { SentPosition } from "#shared/features/chat/position.ts";
import { newId } from "#shared/id.ts";
import type { ChatPreferences } from "../transport/chat-transport.ts";
import type { MessageBody } from "../transport/message-outbox.ts";
import { questionOf, type UserMessage } from "../conversation/chat-message.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import type { Words } from "./chat-state.ts";
import type { ChatView } from "./chat-view.ts";
import type { CurrentAnswer } from "./current-answer.ts";
import type { CurrentThread } from "./current-thread.ts";

type SenderOptions = Pick<
  ChatStoreOptions,
  "settings" | "outbox" | "findDanger" | "onWords" | "findPlace" | "complain"
>;

/** Sends messages to the companion: new ones, edited ones, and retries. */
export class MessageSender {
  readonly #view: ChatView;
  readonly #thread: CurrentThread;
  readonly #answer: CurrentAnswer;
  readonly #options: SenderOptions;
  /** The draft from before the user began to edit a message. */
  #draftAside = "";
  /** Null until the server has identified the user. */
  personId: string | null = null;
  /** Ids of the user's communities, if loaded. */
  communityIds: readonly string[] = [];

  constructor(view: ChatView, thread: CurrentThread, answer: CurrentAnswer, options: SenderOptions) {
    this.#view = view;
    this.#thread = thread;
    this.#answer = answer;
    this.#options = options;
  }

  /** @param position the user's position, if just shared for this message */
  send(question: Words, position?: SentPosition): void {
    this.#view.act({ type: "asked", question, answerId: newId() });
    // A reload finds the message by this id, whether it was sent or queued.
    this.#thread.remember(this.#thread.id);
    const found =
      position === undefined ? this.#options.findPlace?.(question.text) : Promise.resolve(position);
    const place = found ? { position: found.catch(() => null) } : {};
    void this.#checkDanger(question, this.#ask(question, place));
  }

  /**
   * Queues a message behind the running answer. The outbox sends it when the answer has ended.
   * @returns false when this device cannot store it; the text is then in the composer again
   */
  async sendAfter(question: Words): Promise<boolean> {
    this.#view.act({ type: "waiting", questions: [question] });
    const { signal } = this.#answer;
    const sending = this.#answer.send(this.#bodyOf(question), true);
    void this.#checkDanger(question, sending);
    const sent = await sending;
    if (sent.status !== "refused" || signal.aborted) return true;
    this.#view.takeBack(question);
    this.#options.complain(sent.problem.error);
    return false;
  }

  /** Starts editing a user's message, by default the last one. The current draft is restored afterwards. */
  edit(messageId?: string): void {
    const { messages, answering } = this.#view.conversation;
    const message = messages.findLast(
      (one): one is UserMessage =>
        one.role === "user" && !one.isLocal && (messageId === undefined || one.id === messageId),
    );
    if (message === undefined || answering !== null) return;
    const { editedId, draft } = this.#view.snapshot;
    if (editedId === null) this.#draftAside = draft;
    this.#view.show({ editedId: message.id, draft: message.text });
  }

  cancelEdit(): void {
    if (this.#view.snapshot.editedId === null) return;
    this.#view.show({ editedId: null, draft: this.takeDraft() });
  }

  /** The draft from before the edit; returned only once. */
  takeDraft(): string {
    const aside = this.#draftAside;
    this.#draftAside = "";
    return aside;
  }

  /** Sends text that replaces a user's message. */
  sendInstead(edited: UserMessage, question: Words): void {
    const { messages, threadId, unsent } = this.#view.conversation;
    const hasArrived = threadId !== null && !unsent.includes(edited.id);
    if (!hasArrived) void this.#options.outbox().then((outbox) => outbox.drop(edited.id));
    const before = messages.slice(0, messages.indexOf(edited)).findLast(({ isLocal }) => !isLocal);
    const parentId = edited.parentId === undefined ? (before?.id ?? null) : edited.parentId;
    this.#view.act({ type: "edited", editedId: edited.id, question, answerId: newId() });
    void this.#checkDanger(question, this.#ask(question, hasArrived ? { trigger: "edit", parentId } : {}));
  }

  /** Requests an answer again. A message that never arrived is sent again with its own id. */
  askAgain(answerId: string, wish: { fromLibrary?: true } = {}): void {
    const { messages, answering, threadId, unsent } = this.#view.conversation;
    const question = questionOf(messages, answerId);
    if (answering !== null || question === null) return;
    const messageId = newId();
    this.#view.act({ type: "asked-again", failedId: answerId, answerId: messageId });
    const { id: parentId, text } = question;
    if (threadId === null || unsent.includes(parentId)) void this.#ask(question);
    else {
      const again = { trigger: "retry", text, threadId, parentId, messageId } as const;
      void this.#answer.ask({ ...this.#preferences(), ...again, ...wish });
    }
  }

  /** @returns when the message is stored on this device, or cannot be */
  #ask(question: Words, more: Pick<MessageBody, "trigger" | "parentId" | "position"> = {}): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    void this.#answer.ask({ ...this.#bodyOf(question), ...more }, resolve);
    return promise;
  }

  #bodyOf({ id: messageId, text }: Words): MessageBody {
    const { conversation, companionId } = this.#view.snapshot;
    const companion = conversation.threadId === null ? { companion: companionId } : {};
    return { ...this.#preferences(), messageId, text, threadId: this.#thread.id, ...companion };
  }

  #preferences(): ChatPreferences {
    const connectedLoobricates = this.communityIds.slice(0, MAX_CONNECTED);
    return { ...this.#options.settings(), connectedLoobricates };
  }

  /**
   * Shows the help card in place of the answer to a message about danger; other messages are used for the user's vibe.
   * @param stored the card waits for it, so that a reload restores the message
   */
  async #checkDanger({ id, text }: Words, stored: Promise<unknown>): Promise<void> {
    // If it fails, the server still checks the message.
    const kind = await this.#options.findDanger?.(text).catch(() => null);
    if (!kind && this.personId !== null) this.#options.onWords?.(this.personId, text);
    await stored;
    const { messages } = this.#view.conversation;
    const answer = messages[messages.findIndex((message) => message.id === id) + 1];
    // The answer may have arrived first, with the way to the medics.
    if (kind && answer?.role === "assistant" && answer.ui?.type !== "help-card")
      this.#view.act({ type: "shown", messageId: answer.id, ui: { type: "help-card", kind } });
  }
}
