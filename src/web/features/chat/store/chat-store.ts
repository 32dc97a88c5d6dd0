import type { MessageUi } from "#shared/features/chat/contract.ts";
import { isBaseCompanion } from "#shared/features/companions/base-companion.ts";
import { newId } from "#shared/id.ts";
import { isPassing } from "#web/lib/server/api-client.ts";
import { CatchUp, isBehind } from "../transport/catch-up.ts";
import type { ChatTransport, ChatRequest } from "../transport/chat-transport.ts";
import { aside, note } from "../conversation/chat-message.ts";
import { type ChatSnapshot, emptyConversation } from "./chat-snapshot.ts";
import type { UserMessage } from "./chat-state.ts";
import { isUnheard, questionOf } from "../conversation/conversation.ts";
import { chooseVersion } from "./choose-version.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import { answerWaiting, storePage, openingAfter } from "../transport/offline-conversation.ts";
import { loadEarlier } from "./load-earlier.ts";
import { hearDanger } from "../transport/hear-danger.ts";
import { streamAnswer, sentenceOf } from "../transport/stream-answer.ts";
import { PageNotes } from "../conversation/page-notes.ts";
import type { ResourceTalk } from "../conversation/resource-talk.ts";
import { ChatView } from "./chat-view.ts";
import { MessageEdit } from "./message-edit.ts";
import { type SayRequest, sayRequest } from "../transport/say-request.ts";
import { stopAnswer, until } from "./stop-answer.ts";
import { WaitingMessages } from "../transport/waiting-messages.ts";

export const MEMORY_KEY = "chat.thread";
/** Said to the base companion, these show how a resource is added. */
const HINT = /(?:upload|add|share) resource/i;

type Place = Pick<SayRequest["body"], "trigger" | "parentId">;

/** The chat of this page, outside React: it goes on while the person looks at the map. */
export class ChatStore {
  readonly #options: ChatStoreOptions;
  readonly #view: ChatView;
  /** What the page itself says in the conversation. */
  readonly notes: PageNotes;
  #hearing = new AbortController();
  #personId: string | null = null;
  #resourceTalk: Promise<ResourceTalk> | null = null;
  /** Of the conversation that begins with the next message: made here, so that it holds without a signal, too. */
  #newThreadId = newId();
  /** A conversation of which the server has more than could be asked for yet. */
  #staleThreadId: string | null = null;
  /** Raised whenever something newer is asked for: a page of before, that comes late, is not shown in its place. */
  #asked = 0;
  readonly #catchUp = new CatchUp({
    isDue: () =>
      isBehind(this.#view.snapshot) ||
      (this.#conversation.answering === null && this.#staleThreadId === this.#threadId()),
    ask: async () => {
      const { opening } = this.#view.snapshot;
      if (opening === null) await this.#refresh(this.#threadId());
      else await this.#fetch(opening.threadId);
    },
  });
  readonly #waiting = new WaitingMessages({
    threadId: () => this.#threadId(),
    wanted: () => this.#view.vacancy,
    take: ({ threadId, companion }) => {
      this.#newThreadId = this.#staleThreadId = threadId;
      this.#view.show({ opening: null, companionId: companion ?? this.#view.snapshot.companionId });
    },
    wait: (questions) => {
      this.#view.act({ type: "waiting", questions });
      void answerWaiting(this.#view, this.#options, this.#hearing.signal);
    },
    reload: (threadId) => this.#refresh(threadId),
  });
  readonly #edit: MessageEdit;

  constructor(options: ChatStoreOptions, initial: ChatSnapshot) {
    this.#options = options;
    this.#view = new ChatView(initial, options.nextFrame);
    this.notes = new PageNotes(this.#view);
    this.#edit = new MessageEdit(this.#view);
    this.#view.subscribe(() => this.#catchUp.plan());
  }

  subscribe = (listener: () => void): (() => void) => this.#view.subscribe(listener);

  getSnapshot = (): ChatSnapshot => this.#view.snapshot;

  changeDraft = (draft: string): void => this.#view.show({ draft });

  /** Says what was written: to the companion, to the wizard that adds a resource, or in the place of an own message. */
  send = (text: string): void => {
    const words = text.trim();
    if (words === "") return;
    const { answering } = this.#conversation;
    if (answering !== null && (answering.isConnected || answering.runId === null)) return;
    // The answer before goes on without us; its end is asked for when there is a signal.
    if (answering !== null) this.#listenNoMore();
    const { editedId, companionId, opening } = this.#view.snapshot;
    if (opening?.isWaiting) this.#goOnUnseen(opening.threadId);
    else if (opening !== null) this.newChat(); // they would rather speak than wait
    this.#waiting.choose();
    const edited = this.#conversation.messages.find(({ id }) => id === editedId);
    this.#view.show({
      draft: this.#edit.takeDraft(),
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
    this.#view.act({ type: "asked-again", failedId: answerId, answerId: messageId });
    const { id: parentId, text } = question;
    if (threadId === null || unsent.includes(parentId)) void this.#hear(this.#saying(question, {}));
    else {
      const again = { trigger: "retry", text, threadId, parentId, messageId } as const;
      void this.#hear({ kind: "say", body: { ...this.#options.settings(), ...again, ...wish } });
    }
  }

  edit = (messageId?: string): void => this.#edit.edit(messageId);

  cancelEdit = (): void => this.#edit.cancel();

  stop = async (): Promise<void> => {
    const runId = this.#conversation.answering?.runId ?? null;
    const isGoingOn = () => this.#conversation.answering?.runId === runId;
    if (runId !== null) await stopAnswer(this.#options.transport, runId, isGoingOn);
  };

  /** Shows another version of a message, with what followed it; the server goes on there, too. */
  showVersion = async (messageId: string): Promise<void> => {
    const { threadId, answering } = this.#conversation;
    if (threadId === null || answering !== null) return;
    const { signal } = this.#hearing;
    const page = await chooseVersion(this.#options, { threadId, messageId }, signal);
    // Something else may be shown by now.
    if (page !== null && !signal.aborted && this.#conversation.answering === null)
      this.#showPage(threadId, page);
  };

  /** Fetches what was said before the first message here. */
  loadEarlier = (): Promise<void> => loadEarlier(this.#view, this.#options, this.#hearing.signal);

  /** Shows a conversation of the person's. An answer that goes on in the one shown before is not stopped. */
  open = async (threadId: string): Promise<void> => {
    this.newChat();
    this.#options.memory.setItem(MEMORY_KEY, threadId);
    this.#view.show({ opening: { threadId, problem: null } });
    await this.#fetch(threadId);
  };

  async #fetch(threadId: string): Promise<void> {
    const { signal } = this.#hearing;
    try {
      const page = await (await this.#options.transport()).page(threadId);
      if (signal.aborted || this.#view.snapshot.opening?.threadId !== threadId) return;
      this.#view.show({ opening: null, companionId: page.thread.companion });
      this.#showPage(threadId, page);
    } catch (error) {
      if (signal.aborted) return;
      const opening = await openingAfter(error, threadId, this.#options);
      if (signal.aborted) return;
      if (opening === null) this.#options.memory.removeItem(MEMORY_KEY);
      this.#view.show({ opening });
      this.#waiting.takeUp();
    }
  }

  /** Clears the view; what was said before can be opened again. */
  newChat = (): void => {
    this.#hearing.abort();
    this.#hearing = new AbortController();
    this.#options.memory.removeItem(MEMORY_KEY);
    this.#newThreadId = newId();
    this.#staleThreadId = null;
    this.#resourceTalk = null;
    this.#edit.takeDraft();
    this.#view.clear({ editedId: null, opening: null, isHintShown: false, asOf: null });
  };

  /** Another companion starts with an empty view and its intro. */
  changeCompanion = (companionId: string): void => {
    if (companionId === this.#view.snapshot.companionId) return;
    if (this.#conversation !== emptyConversation) this.newChat();
    this.#view.show({ companionId });
  };

  dismissHint = (): void => this.#view.show({ isHintShown: false });

  /** The person speaks, or what they said is being turned into words: nothing is typed or sent meanwhile. */
  changeVoice = (voice: ChatSnapshot["voice"]): void => {
    if (voice !== this.#view.snapshot.voice) this.#view.show({ voice });
  };

  /** Something was made from an answer, and stands with it from now on. */
  showMade = (messageId: string, ui: MessageUi): void => {
    this.#view.act({ type: "shown", messageId, ui });
  };

  /** A conversation was deleted: it is no longer shown. */
  forget = (threadId: string): void => {
    if (this.#conversation.threadId === threadId) this.newChat();
  };

  /**
   * Says who uses the page. The first time, what this tab showed before a reload comes back. What a visitor said stays
   * when they get an account; nobody sees the words of the user before.
   */
  becomes(personId: string): void {
    const before = this.#personId;
    this.#personId = personId;
    const threadId = this.#options.memory.getItem(MEMORY_KEY);
    if (before === null) {
      if (threadId === null) void this.#openAnswering().catch(() => undefined); // without a signal there is none to go on with
      else if (this.#conversation === emptyConversation) void this.open(threadId);
      void this.#waiting.follow(this.#options.queue);
    } else if (before !== personId && !before.startsWith("anon-")) {
      this.newChat();
      this.#view.show({ draft: "" });
    }
  }

  /** A new tab, or another phone of the person's, shows what is being answered. */
  async #openAnswering(): Promise<void> {
    const { signal } = this.#hearing;
    const threadId = await (await this.#options.transport()).findAnswering();
    if (threadId !== null && !signal.aborted && this.#view.vacancy === null) await this.open(threadId);
  }

  /** Goes on with a conversation that could not be fetched yet. */
  #goOnUnseen(threadId: string): void {
    this.#newThreadId = this.#staleThreadId = threadId;
    this.#view.show({ opening: null });
  }

  #listenNoMore(): void {
    this.#hearing.abort();
    this.#hearing = new AbortController();
    this.#view.act({ type: "unheard" });
  }

  #say(words: string): void {
    const question = { id: newId(), text: words };
    this.#view.act({ type: "asked", question, answerId: newId() });
    // A reload finds it, wherever it is by then.
    this.#options.memory.setItem(MEMORY_KEY, this.#threadId());
    this.#ask(question, {});
  }

  #sayInstead(edited: UserMessage, words: string): void {
    const { messages, threadId, unsent } = this.#conversation;
    const hasArrived = threadId !== null && !unsent.includes(edited.id);
    if (!hasArrived) void this.#options.queue?.().then((queue) => queue.drop(edited.id));
    const before = messages.slice(0, messages.indexOf(edited)).findLast(({ isLocal }) => !isLocal);
    const parentId = edited.parentId === undefined ? (before?.id ?? null) : edited.parentId;
    const question = { id: newId(), text: words };
    this.#view.act({ type: "edited", editedId: edited.id, question, answerId: newId() });
    this.#ask(question, hasArrived ? { trigger: "edit", parentId } : {});
  }

  #ask(question: { id: string; text: string }, place: Place): void {
    const onStored = () => void hearDanger(this.#view, this.#options, this.#personId, question);
    void this.#hear(this.#saying(question, place), onStored);
  }

  /** Adding by talking is for people with an account, and not with the base companion. */
  #mayShareByTalk(): boolean {
    const isVisitor = this.#personId === null || this.#personId.startsWith("anon-");
    return !isVisitor && !isBaseCompanion(this.#view.snapshot.companionId);
  }

  /** The server is not told what is said to the wizard that adds a resource. */
  async #tellOrSay(words: string): Promise<void> {
    const { signal } = this.#hearing;
    this.#resourceTalk ??= this.#options.resourceTalk();
    const turn = (await this.#resourceTalk.catch(() => null))?.hear(words) ?? null;
    if (signal.aborted || this.#conversation.answering !== null) return;
    if (turn === null) return this.#say(words);
    this.#view.act({ type: "noted", messages: [aside(newId(), words), note(newId(), turn.reply)] });
    if (turn.draft !== null) this.#options.openResourceForm(turn.draft);
  }

  #showPage(threadId: string, { messages, hasMore, asOf }: Awaited<ReturnType<ChatTransport["page"]>>): void {
    this.#view.act(
      { type: "loaded", threadId, messages, hasMore, isOld: asOf !== undefined },
      { epoch: this.#view.snapshot.epoch + 1, asOf: asOf ?? null },
    );
    const runId = this.#conversation.answering?.runId ?? null;
    if (runId !== null) void this.#hear({ kind: "follow", runId });
  }

  #saying(question: { id: string; text: string }, place: Place) {
    const settings = { ...this.#options.settings(), ...place };
    return sayRequest(this.#view.snapshot, this.#newThreadId, settings, question);
  }

  async #hear(request: ChatRequest, onStored: () => void = () => undefined): Promise<void> {
    const [{ signal }, asked] = [this.#hearing, ++this.#asked];
    const heard = await streamAnswer(this.#options, request, {
      signal,
      onStored,
      onEvent: (event) => {
        if (signal.aborted) return;
        this.#view.actSoon({ type: "heard", event, at: performance.now() });
        if (event.type === "start") this.#options.memory.setItem(MEMORY_KEY, event.messageMetadata.threadId);
      },
      onConnection: (isConnected) => {
        if (!signal.aborted) this.#view.actSoon({ type: "line", isConnected });
      },
      isUnsent: (messageId) => this.#conversation.unsent.includes(messageId),
      isBehind: () => this.#waiting.isInFront() || this.#conversation.messages.some(isUnheard),
    });
    // The device may still be forgetting the message when the next answer is already being written.
    if (signal.aborted || asked !== this.#asked) return;
    const { isQueued, isUnheard: isCut, problem } = heard;
    // An answer that has told its own end is no longer being answered.
    if (this.#conversation.answering !== null)
      this.#view.act(
        isQueued ? { type: "queued" } : isCut ? { type: "unheard" } : { type: "failed", problem },
      );
    else void storePage(this.#view, this.#options);
    if (isQueued) void answerWaiting(this.#view, this.#options, this.#hearing.signal);
    this.#catchUp.plan();
  }

  /** Shows a conversation as the server has it by now, with what still waits here. Without a signal it is asked for later. */
  async #refresh(threadId: string): Promise<void> {
    this.#staleThreadId = threadId;
    const { answering } = this.#conversation;
    if (answering !== null && answering.runId !== null) return; // when its end was heard
    // Our own try has met a line that is silent: the outbox was faster.
    if (answering !== null) this.#listenNoMore();
    const [{ signal }, asked] = [this.#hearing, ++this.#asked];
    this.#options.memory.setItem(MEMORY_KEY, threadId); // it has left this device: a reload finds it on the server
    try {
      const page = await (await this.#options.transport()).page(threadId);
      if (signal.aborted || asked !== this.#asked || this.#threadId() !== threadId) return;
      if (page.asOf !== undefined) return; // what this phone kept is no newer than what is shown
      this.#staleThreadId = null;
      this.#showPage(threadId, page);
      this.#waiting.show();
    } catch (error) {
      if (signal.aborted || isPassing(error)) return;
      this.#staleThreadId = null;
      // What was said first of all waits on this device: the server has no such conversation yet.
      if (this.#conversation.threadId === null) return;
      this.#view.act({ type: "given-up", problem: sentenceOf(error) }, { asOf: null });
      this.#options.complain(sentenceOf(error));
    }
  }

  #threadId(): string {
    return this.#conversation.threadId ?? this.#newThreadId;
  }

  get #conversation(): ChatSnapshot["conversation"] {
    return this.#view.conversation;
  }
}
