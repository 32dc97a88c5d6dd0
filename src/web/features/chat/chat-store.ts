import type { MessageUi } from "#shared/features/chat/contract.ts";
import { isBaseCompanion } from "#shared/features/companions/base-companion.ts";
import { newId } from "#shared/id.ts";
import { ApiError } from "../../lib/api-client.ts";
import type { ChatLine, ChatRequest } from "./chat-line.ts";
import { aside, note } from "./chat-message.ts";
import { type ChatSnapshot, emptyConversation } from "./chat-snapshot.ts";
import type { UserMessage } from "./chat-state.ts";
import { questionOf } from "./conversation.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import { answerWaiting, keepPage } from "./on-this-phone.ts";
import { loadEarlier } from "./load-earlier.ts";
import { hearAnswer, sentenceOf } from "./hear-answer.ts";
import { PageNotes } from "./page-notes.ts";
import type { ResourceTalk } from "./resource-talk.ts";
import { ShownChat } from "./shown-chat.ts";
import { stopAnswer, until } from "./stop-answer.ts";
import { WaitingMessages } from "./waiting-messages.ts";

export const MEMORY_KEY = "chat.thread";
/** Said to the base companion, these show how a resource is added. */
const HINT = /(?:upload|add|share) resource/i;

/** The chat of this page, outside React: it goes on while the person looks at the map. */
export class ChatStore {
  readonly #options: ChatStoreOptions;
  readonly #shown: ShownChat;
  /** What the page itself says in the conversation. */
  readonly notes: PageNotes;
  #hearing = new AbortController();
  #personId: string | null = null;
  #resourceTalk: Promise<ResourceTalk> | null = null;
  /** Of the conversation that begins with the next message: made here, so that it holds without a signal, too. */
  #newThreadId = newId();
  /** A conversation in which something arrived while another answer was being heard. */
  #staleThreadId: string | null = null;
  readonly #waiting = new WaitingMessages({
    threadId: () => this.#threadId(),
    wanted: () => this.#shown.vacancy,
    take: ({ threadId, companion }) => {
      this.#newThreadId = threadId;
      this.#shown.show({ opening: null, companionId: companion ?? this.#shown.snapshot.companionId });
    },
    wait: (questions) => {
      this.#shown.act({ type: "waiting", questions });
      void answerWaiting(this.#shown, this.#options, this.#hearing.signal);
    },
    reload: (threadId) => this.#refresh(threadId),
  });
  /** What was being written when a message was taken up again. */
  #draftAside = "";

  constructor(options: ChatStoreOptions, initial: ChatSnapshot) {
    this.#options = options;
    this.#shown = new ShownChat(initial, options.nextFrame);
    this.notes = new PageNotes(this.#shown);
  }

  subscribe = (listener: () => void): (() => void) => this.#shown.subscribe(listener);

  getSnapshot = (): ChatSnapshot => this.#shown.snapshot;

  changeDraft = (draft: string): void => this.#shown.show({ draft });

  /** Says what was written: to the companion, to the wizard that adds a resource, or in the place of an own message. */
  send = (text: string): void => {
    const words = text.trim();
    if (words === "" || this.#conversation.answering !== null) return;
    const { editedId, companionId, opening } = this.#shown.snapshot;
    if (opening !== null) this.newChat(); // they would rather speak than wait
    this.#waiting.choose();
    const edited = this.#conversation.messages.find(({ id }) => id === editedId);
    const draft = this.#draftAside;
    this.#draftAside = "";
    this.#shown.show({
      draft,
      editedId: null,
      isHintShown: isBaseCompanion(companionId) && HINT.test(words),
    });
    if (edited?.role === "user") this.#sayInstead(edited, words);
    else if (this.#mayShareByTalk()) void this.#tellOrSay(words);
    else this.#say(words);
  };

  /** Asks for an answer once more. Words that never arrived are sent again under their own id. */
  retry = (answerId: string): void => this.#askAgain(answerId, {});

  /** Ends the answer the model is writing, and asks the library for one. */
  askLibrary = async (answerId: string): Promise<void> => {
    await this.stop();
    await until(() => this.#conversation.answering === null, this.subscribe);
    this.#askAgain(answerId, { fromLibrary: true });
  };

  #askAgain(answerId: string, wish: { fromLibrary?: true }): void {
    this.notes.retry(answerId);
    const { messages, answering, threadId, unsent } = this.#conversation;
    const question = questionOf(messages, answerId);
    if (answering !== null || question === null) return;
    const messageId = newId();
    this.#shown.act({ type: "asked-again", failedId: answerId, answerId: messageId });
    const { id: parentId, text } = question;
    if (threadId === null || unsent.includes(parentId)) {
      void this.#hear(this.#saying(question, {}));
      return;
    }
    const again = { trigger: "retry", text, threadId, parentId, messageId } as const;
    void this.#hear({ kind: "say", body: { ...this.#options.settings(), ...again, ...wish } });
  }

  /** Takes up an own message again: without an id the last one. What was being written comes back afterwards. */
  edit = (messageId?: string): void => {
    const message = this.#conversation.messages.findLast(
      (one): one is UserMessage =>
        one.role === "user" && !one.isLocal && (messageId === undefined || one.id === messageId),
    );
    if (message === undefined || this.#conversation.answering !== null) return;
    if (this.#shown.snapshot.editedId === null) this.#draftAside = this.#shown.snapshot.draft;
    this.#shown.show({ editedId: message.id, draft: message.text });
  };

  cancelEdit = (): void => {
    if (this.#shown.snapshot.editedId === null) return;
    this.#shown.show({ editedId: null, draft: this.#draftAside });
    this.#draftAside = "";
  };

  stop = async (): Promise<void> => {
    const runId = this.#conversation.answering?.runId ?? null;
    const isGoingOn = () => this.#conversation.answering?.runId === runId;
    if (runId !== null) await stopAnswer(this.#options.line, runId, isGoingOn);
  };

  /** Shows another version of a message, with what followed it; the server goes on there, too. */
  showVersion = async (messageId: string): Promise<void> => {
    const { threadId, answering } = this.#conversation;
    if (threadId === null || answering !== null) return;
    const { signal } = this.#hearing;
    try {
      const line = await this.#options.line();
      await line.chooseBranch(threadId, messageId);
      const page = await line.page(threadId);
      if (signal.aborted || this.#conversation.answering !== null) return; // something else is shown by now
      this.#showPage(threadId, page);
    } catch (error) {
      if (!signal.aborted) this.#options.complain(sentenceOf(error));
    }
  };

  /** Fetches what was said before the first message here. */
  loadEarlier = (): Promise<void> => loadEarlier(this.#shown, this.#options, this.#hearing.signal);

  /** Shows a conversation of the person's. An answer that goes on in the one shown before is not stopped. */
  open = async (threadId: string): Promise<void> => {
    this.newChat();
    const { signal } = this.#hearing;
    this.#shown.show({ opening: { threadId, problem: null } });
    try {
      const page = await (await this.#options.line()).page(threadId);
      if (signal.aborted) return;
      this.#options.memory.setItem(MEMORY_KEY, threadId);
      this.#shown.show({ opening: null, companionId: page.thread.companion, asOf: page.asOf ?? null });
      this.#showPage(threadId, page);
    } catch (error) {
      if (signal.aborted) return;
      // Not theirs any more, or gone: then there is nothing to try again.
      const isGone = error instanceof ApiError && error.code === "not-found";
      if (isGone) this.#options.memory.removeItem(MEMORY_KEY);
      this.#shown.show({ opening: isGone ? null : { threadId, problem: sentenceOf(error) } });
      this.#waiting.takeUp();
    }
  };

  /** Clears the view; what was said before can be opened again. */
  newChat = (): void => {
    this.#hearing.abort();
    this.#hearing = new AbortController();
    this.#options.memory.removeItem(MEMORY_KEY);
    this.#newThreadId = newId();
    this.#resourceTalk = null;
    this.#draftAside = "";
    this.#shown.clear({ editedId: null, opening: null, isHintShown: false, asOf: null });
  };

  /** Another companion starts with an empty view and its intro. */
  changeCompanion = (companionId: string): void => {
    if (companionId === this.#shown.snapshot.companionId) return;
    if (this.#conversation !== emptyConversation) this.newChat();
    this.#shown.show({ companionId });
  };

  dismissHint = (): void => this.#shown.show({ isHintShown: false });

  /** The person speaks, or what they said is being turned into words: nothing is typed or sent meanwhile. */
  changeVoice = (voice: ChatSnapshot["voice"]): void => {
    if (voice !== this.#shown.snapshot.voice) this.#shown.show({ voice });
  };

  /** Something was made from an answer, and stands with it from now on. */
  showMade = (messageId: string, ui: MessageUi): void => {
    this.#shown.act({ type: "shown", messageId, ui });
  };

  /** A conversation was deleted: it is no longer shown. */
  forget = (threadId: string): void => {
    if (this.#conversation.threadId === threadId) this.newChat();
  };

  /**
   * Says who uses the page. The first time, what this tab showed before a reload comes back. What a visitor said stays
   * when they get an account; nobody sees the words of whoever was here before.
   */
  becomes(personId: string): void {
    const before = this.#personId;
    this.#personId = personId;
    const threadId = this.#options.memory.getItem(MEMORY_KEY);
    if (before === null) {
      if (threadId !== null && this.#conversation === emptyConversation) void this.open(threadId);
      void this.#waiting.follow(this.#options.kept);
    } else if (before !== personId && !before.startsWith("anon-")) {
      this.newChat();
      this.#shown.show({ draft: "" });
    }
  }

  #say(words: string): void {
    const question = { id: newId(), text: words };
    this.#shown.act({ type: "asked", question, answerId: newId() });
    void this.#hear(this.#saying(question, {}));
    void this.#helpAt(question);
  }

  async #helpAt({ id, text }: { id: string; text: string }): Promise<void> {
    // Without it the server still hears.
    const kind = await this.#options.findDanger?.(text).catch(() => null);
    if (!kind && this.#personId !== null) this.#options.heardWords?.(this.#personId, text);
    const { messages } = this.#conversation;
    const answer = messages[messages.findIndex((message) => message.id === id) + 1];
    if (kind && answer?.role === "assistant") this.showMade(answer.id, { type: "help-card", kind });
  }

  #sayInstead(edited: UserMessage, words: string): void {
    const { messages, threadId, unsent } = this.#conversation;
    const hasArrived = threadId !== null && !unsent.includes(edited.id);
    if (!hasArrived) void this.#options.kept?.().then((kept) => kept.drop(edited.id));
    const before = messages.slice(0, messages.indexOf(edited)).findLast(({ isLocal }) => !isLocal);
    const parentId = edited.parentId === undefined ? (before?.id ?? null) : edited.parentId;
    const question = { id: newId(), text: words };
    this.#shown.act({ type: "edited", editedId: edited.id, question, answerId: newId() });
    void this.#helpAt(question);
    void this.#hear(this.#saying(question, hasArrived ? { trigger: "edit", parentId } : {}));
  }

  /** Adding by talking is for people with an account, and not with the base companion. */
  #mayShareByTalk(): boolean {
    const isVisitor = this.#personId === null || this.#personId.startsWith("anon-");
    return !isVisitor && !isBaseCompanion(this.#shown.snapshot.companionId);
  }

  /** The server is not told what is said to the wizard that adds a resource. */
  async #tellOrSay(words: string): Promise<void> {
    const { signal } = this.#hearing;
    this.#resourceTalk ??= this.#options.resourceTalk();
    const turn = (await this.#resourceTalk.catch(() => null))?.hear(words) ?? null;
    if (signal.aborted || this.#conversation.answering !== null) return;
    if (turn === null) {
      this.#say(words);
      return;
    }
    this.#shown.act({ type: "noted", messages: [aside(newId(), words), note(newId(), turn.reply)] });
    if (turn.draft !== null) this.#options.openResourceForm(turn.draft);
  }

  #showPage(threadId: string, page: Awaited<ReturnType<ChatLine["page"]>>): void {
    this.#shown.act(
      { type: "loaded", threadId, messages: page.messages, hasMore: page.hasMore },
      { epoch: this.#shown.snapshot.epoch + 1 },
    );
    const runId = this.#conversation.answering?.runId ?? null;
    if (runId !== null) void this.#hear({ kind: "follow", runId });
  }

  #saying(
    { id: messageId, text }: { id: string; text: string },
    place: { trigger?: "edit"; parentId?: string | null },
  ): ChatRequest {
    const { threadId } = this.#conversation;
    const thread =
      threadId === null
        ? { companion: this.#shown.snapshot.companionId, threadId: this.#newThreadId, beginsThread: true }
        : { threadId };
    return { kind: "say", body: { ...this.#options.settings(), messageId, text, ...thread, ...place } };
  }

  async #hear(request: ChatRequest): Promise<void> {
    const { signal } = this.#hearing;
    const heard = await hearAnswer(this.#options, request, {
      signal,
      onEvent: (event) => {
        if (signal.aborted) return;
        this.#shown.actSoon({ type: "heard", event, at: performance.now() });
        if (event.type === "start") this.#options.memory.setItem(MEMORY_KEY, event.messageMetadata.threadId);
      },
      onConnection: (isConnected) => {
        if (!signal.aborted) this.#shown.actSoon({ type: "line", isConnected });
      },
      isUnsent: (messageId) => this.#conversation.unsent.includes(messageId),
      isBehind: () => this.#waiting.isInFront(),
    });
    if (signal.aborted) return;
    // An answer that has told its own end is no longer being answered.
    if (this.#conversation.answering !== null)
      this.#shown.act(heard.isKept ? { type: "kept" } : { type: "failed", problem: heard.problem });
    else void keepPage(this.#shown, this.#options);
    if (heard.isKept) void answerWaiting(this.#shown, this.#options, this.#hearing.signal);
    // What has arrived from the outbox meanwhile.
    const threadId = this.#staleThreadId;
    this.#staleThreadId = null;
    if (threadId !== null && threadId === this.#threadId()) await this.#refresh(threadId);
  }

  /** Shows a conversation as the server has it by now, with what still waits here. */
  async #refresh(threadId: string): Promise<void> {
    const { answering } = this.#conversation;
    if (answering !== null && answering.runId !== null) {
      this.#staleThreadId = threadId;
      return;
    }
    // Our own try has met a line that is silent: the outbox was faster.
    this.#hearing.abort();
    this.#hearing = new AbortController();
    const { signal } = this.#hearing;
    this.#options.memory.setItem(MEMORY_KEY, threadId); // it has left this device: a reload finds it on the server
    try {
      const page = await (await this.#options.line()).page(threadId);
      if (signal.aborted || this.#threadId() !== threadId) return;
      this.#showPage(threadId, page);
      this.#waiting.show();
    } catch (error) {
      if (!signal.aborted) this.#options.complain(sentenceOf(error));
    }
  }

  #threadId(): string {
    return this.#conversation.threadId ?? this.#newThreadId;
  }

  get #conversation(): ChatSnapshot["conversation"] {
    return this.#shown.conversation;
  }
}
