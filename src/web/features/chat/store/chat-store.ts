import type { SentPosition } from "#shared/features/chat/position.ts";
import type { Atom, ReadonlyAtom } from "@tanstack/store";
import { MAX_MESSAGE } from "#shared/features/chat/limits.ts";
import type { MessageUi } from "#shared/features/chat/contract.ts";
import type { WizardDraft } from "#shared/features/chat/resource-wizard.ts";
import { newId } from "#shared/id.ts";
import { isBaseCompanion } from "#shared/features/companions/base-companion.ts";
import { questionOf } from "../conversation/chat-message.ts";
import { PageNotes } from "./page-notes.ts";
import { type ChatSnapshot, emptyConversation, takingWords, type Words } from "./chat-state.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import { ChatView } from "./chat-view.ts";
import { CurrentAnswer } from "./current-answer.ts";
import { CurrentThread } from "./current-thread.ts";
import { MessageSender } from "./message-sender.ts";
import { ShareByTalk } from "./share-by-talk.ts";
import { ThreadLoader } from "./thread-loader.ts";

/** Messages to the base companion that trigger the hint for adding a resource. */
const HINT = /(?:upload|add|share) resource/i;

interface Around {
  openForm: ((draft: WizardDraft) => void) | undefined;
  position: SentPosition | undefined;
}

/** The chat of this page, outside React: it continues while the user is on the map. */
export class ChatStore {
  readonly #view: ChatView;
  readonly #thread: CurrentThread;
  readonly #answer: CurrentAnswer;
  readonly #loader: ThreadLoader;
  readonly #sender: MessageSender;
  readonly #shareByTalk: ShareByTalk;
  readonly #outbox: ChatStoreOptions["outbox"];
  readonly #findDanger: ChatStoreOptions["findDanger"];
  /** Messages of the page itself in the conversation. */
  readonly notes: PageNotes;
  /** The library's answers come before the messages queued behind the answer. */
  #asksLibrary = false;
  /** Resolves when the wizard has decided about the last message; null when it has none. Later messages come after it. */
  #deciding: Promise<void> | null = null;

  /** @param state the state already shown */
  constructor(options: ChatStoreOptions, state?: Atom<ChatSnapshot>) {
    this.#outbox = options.outbox;
    this.#findDanger = options.findDanger;
    this.#view = new ChatView(options.nextFrame, state);
    this.#thread = new CurrentThread(this.#view, options);
    this.#answer = new CurrentAnswer(this.#view, this.#thread, {
      ...options,
      onStored: (messageId) => this.#forgetUnstored(messageId),
      onThreadGone: (text) => {
        this.newChat();
        options.complain("This conversation has ended. Your message begins a new one.");
        this.send(text);
      },
      isQueueAhead: () => this.#loader.waiting.isInFront(),
      onEnd: () => {
        if (!this.#asksLibrary) this.#loader.waiting.release();
        this.#loader.catchUp();
      },
    });
    const onDeleted = (threadId: string) => this.forget(threadId);
    this.#loader = new ThreadLoader(this.#view, this.#thread, this.#answer, { ...options, onDeleted });
    this.#sender = new MessageSender(this.#view, this.#thread, this.#answer, options);
    this.#shareByTalk = new ShareByTalk(this.#view, options);
    this.notes = new PageNotes(this.#view);
  }

  get state(): ReadonlyAtom<ChatSnapshot> {
    return this.#view.state;
  }

  changeDraft = (draft: string): void => {
    // Load the help rules at the first letter, before the connection may be lost.
    if (this.#view.snapshot.draft === "" && draft !== "") void this.#findDanger?.("").catch(() => undefined);
    this.#view.show({ draft });
  };

  /**
   * Sends the text to the companion or to the wizard that adds a resource, or in place of the edited message.
   * @param openForm opens the form that adds a resource, prefilled by the wizard
   * @param position the user's position, if just shared for this message
   * @param id of a message that was taken before this store was loaded
   */
  send = (
    text: string,
    openForm?: (draft: WizardDraft) => void,
    position?: SentPosition,
    id: string = newId(),
  ): void => {
    const words = text.trim();
    if (words === "") return;
    if (words.length > MAX_MESSAGE) {
      void this.#helpWith(words); // the text stays in the composer, which shows that it is too long
      return;
    }
    const { editedId } = this.#view.snapshot;
    if (this.#isBusy && editedId !== null) return; // the text stays in the composer
    const question = { id, text: words };
    this.#view.show(takingWords(this.#view.snapshot, question));
    const deliver = () => this.#deliver(question, editedId, { openForm, position });
    const decision = this.#deciding === null ? deliver() : this.#deciding.then(deliver);
    if (decision === null) return;
    const deciding = decision.then(() => {
      if (this.#deciding === deciding) this.#deciding = null;
    });
    this.#deciding = deciding;
  };

  /** Keeps messages of earlier pages, which are sent next, for the draft of the next page. */
  holdUnsent = (messages: readonly Words[]): void =>
    this.#view.show({ unstored: [...messages, ...this.#view.snapshot.unstored] });

  get #isBusy(): boolean {
    const { answering } = this.#view.conversation;
    return answering !== null && (answering.isConnected || answering.runId === null);
  }

  /** @returns the wizard's decision about the message; null when it is on its way */
  #deliver(question: Words, editedId: string | null, around: Around): Promise<void> | null {
    if (this.#isBusy) {
      void this.#sendAfter(question);
      return null;
    }
    const { companionId, opening } = this.#view.snapshot;
    // The previous answer continues on the server; the rest is fetched later.
    if (this.#view.conversation.answering !== null) this.#answer.giveUp();
    if (opening?.isWaiting) this.#thread.goOnWith(opening.threadId);
    else if (opening !== null) this.newChat(); // the user prefers a new message to waiting
    this.#loader.waiting.choose();
    const edited = this.#view.conversation.messages.find((message) => message.id === editedId);
    if (editedId !== null) this.#view.show({ draft: this.#sender.takeDraft(), editedId: null });
    this.#view.show({ isHintShown: isBaseCompanion(companionId) && HINT.test(question.text) });
    if (edited?.role === "user") {
      this.#forgetUnstored(edited.id);
      this.#sender.sendInstead(edited, question);
    } else if (this.#shareByTalk.isOpenTo(this.#sender.personId)) return this.#actOrSend(question, around);
    else this.#sender.send(question, around.position);
    return null;
  }

  /** Shows the help card for a message about danger that cannot be sent. */
  async #helpWith(words: string): Promise<void> {
    const kind = await this.#findDanger?.(words).catch(() => null);
    if (kind) this.notes.help(kind);
  }

  #forgetUnstored(messageId: string): void {
    this.#view.show({ unstored: this.#view.snapshot.unstored.filter(({ id }) => id !== messageId) });
  }

  async #sendAfter(question: Words): Promise<void> {
    if (await this.#sender.sendAfter(question)) return;
    this.#forgetUnstored(question.id); // it is in the composer again
    await this.#helpWith(question.text);
  }

  async #actOrSend(question: Words, { openForm, position }: Around): Promise<void> {
    const turn = await this.#shareByTalk.answer(question.text, this.#answer.signal, openForm);
    if (turn === "passed") this.#sender.send(question, position);
    else this.#forgetUnstored(question.id);
    if (turn === "late") this.#view.takeBack(question);
  }

  /** Moves the queued message that this answer belongs to back into the composer. */
  takeBack = async (answerId: string): Promise<void> => {
    const queued = questionOf(this.#view.conversation.messages, answerId);
    if (queued === null) return;
    await this.#loader.waiting.drop(queued.id);
    // It may have been sent or withdrawn since.
    const question = questionOf(this.#view.conversation.messages, answerId);
    if (question === null) return;
    this.#view.takeBack(question);
  };

  /** Requests an answer again. */
  retry = (answerId: string): void => {
    this.notes.retry(answerId);
    this.#sender.askAgain(answerId);
  };

  /** Stops the model's answer and requests one from the library. */
  askLibrary = async (answerId: string): Promise<void> => {
    this.#asksLibrary = true;
    await this.stop();
    await this.#answer.end();
    this.#asksLibrary = false;
    this.#sender.askAgain(answerId, { fromLibrary: true });
  };

  stop = (): Promise<void> => this.#answer.stop();

  edit = (messageId?: string): void => this.#sender.edit(messageId);

  cancelEdit = (): void => this.#sender.cancelEdit();

  showVersion = (messageId: string): Promise<void> => this.#loader.showVersion(messageId);

  loadEarlier = (): Promise<void> => this.#loader.loadEarlier();

  /** Shows one of the user's conversations. A running answer in the previous one is not stopped. */
  open = async (threadId: string): Promise<void> => {
    this.newChat();
    await this.#loader.open(threadId);
  };

  /** Shows one of the user's conversations at a message of it. */
  openAt = async (threadId: string, messageId: string): Promise<void> => {
    if (this.#view.conversation.threadId !== threadId) await this.open(threadId);
    await this.#loader.seek(threadId, messageId);
  };

  /** Fetches a conversation again after it failed to load. */
  retryOpening = async (): Promise<void> => {
    const threadId = this.#view.snapshot.opening?.threadId ?? this.#view.conversation.threadId;
    if (threadId !== null) await this.open(threadId);
  };

  /** Clears the view; the conversation can be opened again. */
  newChat = (): void => {
    this.#answer.leave();
    this.#thread.begin();
    this.#shareByTalk.reset();
    this.#sender.takeDraft();
    this.#view.clear({ editedId: null, opening: null, isHintShown: false, asOf: null, sought: undefined });
  };

  /** Another companion starts with an empty view and its greeting. */
  changeCompanion = (companionId: string): void => {
    if (companionId === this.#view.snapshot.companionId) return;
    if (this.#view.conversation !== emptyConversation) this.newChat();
    this.#view.show({ companionId });
  };

  /** Sets the name of the shown companion, which signs offline answers. */
  nameSpeaker = (name: string): void => {
    this.#answer.speakerName = name;
  };

  /** Resources of the user's communities rank slightly higher. */
  changeCommunities = (ids: readonly string[]): void => {
    this.#sender.communityIds = ids;
  };

  dismissHint = (): void => this.#view.show({ isHintShown: false });

  /** While the user is recording or a recording is transcribed, typing and sending are disabled. */
  changeVoice = (voice: ChatSnapshot["voice"]): void => {
    if (voice !== this.#view.snapshot.voice) this.#view.show({ voice });
  };

  /** Shows an object created from an answer beside it. */
  showMade = (messageId: string, ui: MessageUi): void => {
    this.#view.act({ type: "shown", messageId, ui });
  };

  /** Closes a deleted conversation. */
  forget = (threadId: string): void => {
    const { conversation, opening } = this.#view.snapshot;
    if ((opening ?? conversation).threadId === threadId) this.newChat();
  };

  /**
   * Sets the user. The first time, restores the conversation this tab showed before a reload. A visitor's messages are preserved at
   * sign-up; other users never see the messages of the previous user.
   */
  becomes(personId: string): void {
    const before = this.#sender.personId;
    this.#sender.personId = personId;
    const threadId = this.#thread.recall();
    if (before === null) {
      if (threadId === null) void this.#openAnswering().catch(() => undefined); // offline there is no answer to follow
      else if (this.#view.conversation === emptyConversation) void this.open(threadId);
      void this.#loader.waiting.follow(this.#outbox).catch(() => undefined);
    } else if (before !== personId && !before.startsWith("anon-")) {
      this.newChat();
      this.#view.show({ draft: "", unstored: [] });
    }
  }

  /** Opens the conversation with a running answer, for a new tab or another phone of the user. */
  async #openAnswering(): Promise<void> {
    const threadId = await this.#loader.findAnswering();
    if (threadId !== null) await this.open(threadId);
  }
}
