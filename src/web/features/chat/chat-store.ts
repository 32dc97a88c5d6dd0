import type { MessageUi } from "#shared/features/chat/contract.ts";
import { isBaseCompanion } from "#shared/features/companions/base-companion.ts";
import { newId } from "#shared/id.ts";
import { ApiError } from "../../lib/api-client.ts";
import type { ChatLine, ChatRequest } from "./chat-line.ts";
import { aside, note } from "./chat-message.ts";
import { type ChatSnapshot, emptyConversation } from "./chat-snapshot.ts";
import type { UserMessage } from "./chat-state.ts";
import { converse, type ConversationAction, questionOf } from "./conversation.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import { keepSaid } from "./keep-said.ts";
import type { KeptMessage } from "./kept-messages.ts";
import type { ResourceTalk } from "./resource-talk.ts";

export const MEMORY_KEY = "chat.thread";
const STOP_TRIES = 5;
const STOP_WAIT_MS = 1_000;
/** Said to the base companion, these show how a resource is added. */
const HINT = /(?:upload|add|share) resource/i;

/** The chat of this page, outside React: it goes on while the person looks at the map. */
export class ChatStore {
  readonly #options: ChatStoreOptions;
  readonly #listeners = new Set<() => void>();
  #snapshot: ChatSnapshot;
  /** As the snapshot's, with the words that wait for the next frame. */
  #conversation = emptyConversation;
  #hearing = new AbortController();
  #isFrameAsked = false;
  #personId: string | null = null;
  #resourceTalk: Promise<ResourceTalk> | null = null;
  /** Of the conversation that begins with the next message: made here, so that it holds without a signal, too. */
  #newThreadId = newId();
  /** A conversation in which something arrived while another answer was being heard. */
  #staleThreadId: string | null = null;
  /** What waits on this device, in whichever conversation; oldest first. */
  #waiting: readonly KeptMessage[] = [];
  /** The conversation has been chosen: what waited when the page was opened is not put in its place. */
  #hasTakenUp = false;
  /** What was being written when a message was taken up again. */
  #draftAside = "";
  /** Of the problems this page has told of, by message. */
  readonly #retries = new Map<string, () => void>();

  constructor(options: ChatStoreOptions, initial: ChatSnapshot) {
    this.#options = options;
    this.#snapshot = initial;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): ChatSnapshot => this.#snapshot;

  changeDraft = (draft: string): void => this.#show({ draft });

  /** Says what was written: to the companion, to the wizard that adds a resource, or in the place of an own message. */
  send = (text: string): void => {
    const words = text.trim();
    if (words === "" || this.#conversation.answering !== null) return;
    const { editedId, companionId, opening } = this.#snapshot;
    if (opening !== null) this.newChat(); // they would rather speak than wait
    this.#hasTakenUp = true;
    const edited = this.#conversation.messages.find(({ id }) => id === editedId);
    const draft = this.#draftAside;
    this.#draftAside = "";
    this.#show({
      draft,
      editedId: null,
      isHintShown: isBaseCompanion(companionId) && HINT.test(words),
    });
    if (edited?.role === "user") this.#sayInstead(edited, words);
    else if (this.#mayShareByTalk()) void this.#tellOrSay(words);
    else this.#say(words);
  };

  /** Asks for an answer once more. Words that never arrived are sent again under their own id. */
  retry = (answerId: string): void => {
    this.#retries.get(answerId)?.();
    const { messages, answering, threadId, unsent } = this.#conversation;
    const question = questionOf(messages, answerId);
    if (answering !== null || question === null) return;
    const messageId = newId();
    this.#update({ type: "asked-again", failedId: answerId, answerId: messageId });
    this.#show({});
    const { id: parentId, text } = question;
    if (threadId === null || unsent.includes(parentId)) {
      void this.#hear(this.#saying(question, {}));
      return;
    }
    const again = { trigger: "retry", text, threadId, parentId, messageId } as const;
    void this.#hear({ kind: "say", body: { ...this.#options.settings(), ...again } });
  };

  /** Takes up an own message again: without an id the last one. What was being written comes back afterwards. */
  edit = (messageId?: string): void => {
    const message = this.#conversation.messages.findLast(
      (one): one is UserMessage =>
        one.role === "user" && !one.isLocal && (messageId === undefined || one.id === messageId),
    );
    if (message === undefined || this.#conversation.answering !== null) return;
    if (this.#snapshot.editedId === null) this.#draftAside = this.#snapshot.draft;
    this.#show({ editedId: message.id, draft: message.text });
  };

  cancelEdit = (): void => {
    if (this.#snapshot.editedId === null) return;
    this.#show({ editedId: null, draft: this.#draftAside });
    this.#draftAside = "";
  };

  /** Stops the answer; its run tells the end itself. Tried again while the line is bad. */
  stop = async (): Promise<void> => {
    const runId = this.#conversation.answering?.runId ?? null;
    for (let tries = 1; runId !== null && tries <= STOP_TRIES; tries += 1) {
      try {
        await (await this.#options.line()).stop(runId);
        return;
      } catch (error) {
        if (error instanceof ApiError && error.status !== 0 && error.status < 500) return; // it is over
        await new Promise((resolve) => setTimeout(resolve, STOP_WAIT_MS * tries));
      }
      if (this.#conversation.answering?.runId !== runId) return;
    }
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
  loadEarlier = async (): Promise<void> => {
    const { threadId, messages, hasEarlier } = this.#conversation;
    const [first] = messages;
    if (threadId === null || first === undefined || !hasEarlier) return;
    const { signal } = this.#hearing;
    try {
      const { messages: earlier, hasMore } = await (await this.#options.line()).page(threadId, first.id);
      if (signal.aborted || this.#conversation.messages[0]?.id !== first.id) return;
      this.#update({ type: "loaded-earlier", messages: earlier, hasMore });
      this.#show({});
    } catch (error) {
      if (!signal.aborted) this.#options.complain(sentenceOf(error));
    }
  };

  /** Shows a conversation of the person's. An answer that goes on in the one shown before is not stopped. */
  open = async (threadId: string): Promise<void> => {
    this.newChat();
    const { signal } = this.#hearing;
    this.#show({ opening: { threadId, problem: null } });
    try {
      const page = await (await this.#options.line()).page(threadId);
      if (signal.aborted) return;
      this.#options.memory.setItem(MEMORY_KEY, threadId);
      this.#show({ opening: null, companionId: page.thread.companion });
      this.#showPage(threadId, page);
    } catch (error) {
      if (signal.aborted) return;
      // Not theirs any more, or gone: then there is nothing to try again.
      const isGone = error instanceof ApiError && error.code === "not-found";
      if (isGone) this.#options.memory.removeItem(MEMORY_KEY);
      this.#show({ opening: isGone ? null : { threadId, problem: sentenceOf(error) } });
      this.#takeUp();
    }
  };

  /** Clears the view; what was said before can be opened again. */
  newChat = (): void => {
    this.#hearing.abort();
    this.#hearing = new AbortController();
    this.#options.memory.removeItem(MEMORY_KEY);
    this.#conversation = emptyConversation;
    this.#newThreadId = newId();
    this.#resourceTalk = null;
    this.#draftAside = "";
    this.#show({ editedId: null, opening: null, isHintShown: false, epoch: this.#snapshot.epoch + 1 });
  };

  /** Another companion starts with an empty view and its intro. */
  changeCompanion = (companionId: string): void => {
    if (companionId === this.#snapshot.companionId) return;
    if (this.#conversation !== emptyConversation) this.newChat();
    this.#show({ companionId });
  };

  dismissHint = (): void => this.#show({ isHintShown: false });

  /** Says in the conversation that something was done, with a checkmark. The server is not told. */
  tell = (text: string): void => {
    this.#update({ type: "noted", messages: [note(newId(), text, true)] });
    this.#show({ isHintShown: false });
  };

  /** The person speaks, or what they said is being turned into words: nothing is typed or sent meanwhile. */
  changeVoice = (voice: ChatSnapshot["voice"]): void => {
    if (voice !== this.#snapshot.voice) this.#show({ voice });
  };

  /** Says in the conversation that something did not work, with a Retry. In the place of what had this id. */
  tellProblem = (messageId: string, problem: string, onRetry: () => void): void => {
    this.#retries.set(messageId, onRetry);
    this.#update({ type: "withdrawn", messageId });
    this.#update({ type: "noted", messages: [{ ...note(messageId, ""), status: "failed", problem }] });
    this.#show({});
  };

  /** Takes back what this page said itself. */
  withdraw = (messageId: string): void => {
    if (!this.#retries.delete(messageId)) return;
    this.#update({ type: "withdrawn", messageId });
    this.#show({});
  };

  /** Shows in the conversation what was made, from no answer in it. */
  tellMade = (ui: MessageUi): void => {
    this.#update({ type: "noted", messages: [{ ...note(newId(), ""), ui }] });
    this.#show({});
  };

  /** Something was made from an answer, and stands with it from now on. */
  showMade = (messageId: string, ui: MessageUi): void => {
    this.#update({ type: "shown", messageId, ui });
    this.#show({});
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
      void this.#followKept();
    } else if (before !== personId && !before.startsWith("anon-")) {
      this.newChat();
      this.#show({ draft: "" });
    }
  }

  #say(words: string): void {
    const question = { id: newId(), text: words };
    this.#update({ type: "asked", question, answerId: newId() });
    this.#show({});
    void this.#hear(this.#saying(question, {}));
    void this.#helpAt(question);
  }

  async #helpAt({ id, text }: { id: string; text: string }): Promise<void> {
    // Without it the server still hears.
    const kind = await this.#options.findDanger?.(text).catch(() => null);
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
    this.#update({ type: "edited", editedId: edited.id, question, answerId: newId() });
    this.#show({});
    void this.#helpAt(question);
    void this.#hear(this.#saying(question, hasArrived ? { trigger: "edit", parentId } : {}));
  }

  /** Adding by talking is for people with an account, and not with the base companion. */
  #mayShareByTalk(): boolean {
    const isVisitor = this.#personId === null || this.#personId.startsWith("anon-");
    return !isVisitor && !isBaseCompanion(this.#snapshot.companionId);
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
    this.#update({ type: "noted", messages: [aside(newId(), words), note(newId(), turn.reply)] });
    this.#show({});
    if (turn.draft !== null) this.#options.openResourceForm(turn.draft);
  }

  #showPage(threadId: string, page: Awaited<ReturnType<ChatLine["page"]>>): void {
    this.#update({ type: "loaded", threadId, messages: page.messages, hasMore: page.hasMore });
    this.#show({ epoch: this.#snapshot.epoch + 1 });
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
        ? { companion: this.#snapshot.companionId, threadId: this.#newThreadId, beginsThread: true }
        : { threadId };
    return { kind: "say", body: { ...this.#options.settings(), messageId, text, ...thread, ...place } };
  }

  async #hearOut(request: ChatRequest): Promise<void> {
    const { signal } = this.#hearing;
    const { line, memory, kept } = this.#options;
    const said = await keepSaid(kept, request);
    const isUnsent = () => said !== null && this.#conversation.unsent.includes(said.id);
    let problem = "The answer broke off. Please try again.";
    let isKept = isUnsent() && this.#isBehindOthers();
    // What is kept needs no second try of ours: the outbox has more patience.
    const attempt = new AbortController();
    try {
      const listener = {
        onEvent: (event) => {
          if (signal.aborted) return;
          this.#updateSoon({ type: "heard", event, at: performance.now() });
          if (event.type !== "start") return;
          memory.setItem(MEMORY_KEY, event.messageMetadata.threadId);
          void said?.drop();
        },
        onConnection: (isConnected) => {
          if (!isConnected && isUnsent()) attempt.abort();
          else if (!signal.aborted) this.#updateSoon({ type: "line", isConnected });
        },
      } satisfies Parameters<ChatLine["hear"]>[1];
      const either = AbortSignal.any([signal, attempt.signal]);
      if (!isKept) await (await line()).hear(request, listener, either);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError) problem = error.message;
      isKept = isUnsent() && (attempt.signal.aborted || isPassing(error));
    }
    // An answer that has told its own end is no longer being answered.
    if (signal.aborted || this.#conversation.answering === null) return;
    await (isKept ? said?.release() : said?.drop());
    this.#update(isKept ? { type: "kept" } : { type: "failed", problem });
    this.#show({});
  }

  /** As `#hearOut`; afterwards what has arrived from the outbox meanwhile is shown. */
  async #hear(request: ChatRequest): Promise<void> {
    await this.#hearOut(request);
    const threadId = this.#staleThreadId;
    this.#staleThreadId = null;
    if (threadId !== null && threadId === this.#threadId()) await this.#refresh(threadId);
  }

  /** Shows what waits on this device where it belongs, and what became of it once it has arrived. */
  async #followKept(): Promise<void> {
    const kept = (await this.#options.kept?.().catch(() => null)) ?? null;
    kept?.follow((waiting, arrived) => {
      this.#waiting = waiting;
      this.#takeUp();
      this.#showWaiting();
      const threadId = this.#threadId();
      if (arrived.has(threadId)) void this.#refresh(threadId);
    });
  }

  /** The page was closed with something still here: its conversation is the one to go on with. */
  #takeUp(): void {
    const { opening } = this.#snapshot;
    if (this.#hasTakenUp || this.#conversation !== emptyConversation || opening?.problem === null) return;
    const last = this.#waiting.findLast(({ threadId }) => opening === null || opening.threadId === threadId);
    if (last === undefined) return;
    this.#hasTakenUp = true;
    this.#newThreadId = last.threadId;
    this.#show({ opening: null, companionId: last.companion ?? this.#snapshot.companionId });
    this.#showWaiting();
  }

  #showWaiting(): void {
    const threadId = this.#threadId();
    const before = this.#conversation;
    this.#update({ type: "waiting", questions: this.#waiting.filter((one) => one.threadId === threadId) });
    if (this.#conversation !== before) this.#show({});
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
    try {
      const page = await (await this.#options.line()).page(threadId);
      if (signal.aborted || this.#threadId() !== threadId) return;
      this.#options.memory.setItem(MEMORY_KEY, threadId);
      this.#showPage(threadId, page);
      this.#showWaiting();
    } catch (error) {
      if (!signal.aborted) this.#options.complain(sentenceOf(error));
    }
  }

  /** Something said before in this conversation still waits here: what is said now comes after it. */
  #isBehindOthers(): boolean {
    return this.#waiting.some(({ threadId }) => threadId === this.#threadId());
  }

  #threadId(): string {
    return this.#conversation.threadId ?? this.#newThreadId;
  }

  #update(action: ConversationAction): void {
    this.#conversation = converse(this.#conversation, action);
  }

  #updateSoon(action: ConversationAction): void {
    this.#update(action);
    if (this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    this.#options.nextFrame(() => {
      this.#isFrameAsked = false;
      this.#show({});
    });
  }

  #show(patch: Partial<ChatSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...patch, conversation: this.#conversation };
    for (const listener of this.#listeners) listener();
  }
}

/** Whether it may be sent later: no signal, or a server in trouble. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : "That did not work. Please try again.";
}
