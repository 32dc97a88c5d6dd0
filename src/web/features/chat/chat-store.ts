import { isBaseCompanion } from "#shared/features/companions/base-companion.ts";
import { newId } from "#shared/id.ts";
import { ApiError } from "../../lib/api-client.ts";
import type { ChatLine, ChatRequest } from "./chat-line.ts";
import { aside, note } from "./chat-message.ts";
import { type ChatSnapshot, emptyConversation } from "./chat-snapshot.ts";
import type { UserMessage } from "./chat-state.ts";
import { questionOf } from "./conversation.ts";
import { LocalTalk } from "./local-talk.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import type { ResourceTalk } from "./resource-talk.ts";
import { stopRun } from "./stop-run.ts";
import { TellingStore } from "./telling-store.ts";

export const MEMORY_KEY = "chat.thread";
/** Said to the base companion, these show how a resource is added. */
const HINT = /(?:upload|add|share) resource/i;

/** The chat of this page, outside React: it goes on while the person looks at the map. */
export class ChatStore extends TellingStore {
  readonly #localTalk: LocalTalk;
  #hearing = new AbortController();
  #personId: string | null = null;
  #resourceTalk: Promise<ResourceTalk> | null = null;
  /** What was being written when a message was taken up again. */
  #draftAside = "";

  constructor(options: ChatStoreOptions, initial: ChatSnapshot) {
    super(options, initial);
    this.#localTalk = new LocalTalk(options.here);
  }

  changeDraft = (draft: string): void => this.show({ draft });

  /** Says what was written: to the companion, to the wizard that adds a resource, or in the place of an own message. */
  send = (text: string): void => {
    const words = text.trim();
    if (words === "" || this.conversation.answering !== null) return;
    const { editedId, companionId, opening } = this.snapshot;
    if (opening !== null) this.newChat(); // they would rather speak than wait
    const edited = this.conversation.messages.find(({ id }) => id === editedId);
    const draft = this.#draftAside;
    this.#draftAside = "";
    this.show({
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
    this.retries.get(answerId)?.();
    const { messages, answering, threadId, unsent } = this.conversation;
    const question = questionOf(messages, answerId);
    if (answering !== null || question === null) return;
    const messageId = newId();
    this.update({ type: "asked-again", failedId: answerId, answerId: messageId });
    this.show({});
    const { id: parentId, text } = question;
    if (threadId === null || unsent.includes(parentId)) {
      void this.#hear(this.#saying(question, {}));
      return;
    }
    const again = { trigger: "retry", text, threadId, parentId, messageId } as const;
    void this.#hear({ kind: "say", body: { ...this.options.settings(), ...again } });
  };

  /** Takes up an own message again: without an id the last one. What was being written comes back afterwards. */
  edit = (messageId?: string): void => {
    const message = this.conversation.messages.findLast(
      (one): one is UserMessage =>
        one.role === "user" && !one.isLocal && (messageId === undefined || one.id === messageId),
    );
    if (message === undefined || this.conversation.answering !== null) return;
    if (this.snapshot.editedId === null) this.#draftAside = this.snapshot.draft;
    this.show({ editedId: message.id, draft: message.text });
  };

  cancelEdit = (): void => {
    if (this.snapshot.editedId === null) return;
    this.show({ editedId: null, draft: this.#draftAside });
    this.#draftAside = "";
  };

  /** Stops the answer; its run tells the end itself. Tried again while the line is bad. */
  stop = async (): Promise<void> => {
    const runId = this.conversation.answering?.runId ?? null;
    if (runId === null) return;
    await stopRun(this.options.line, runId, () => this.conversation.answering?.runId === runId);
  };

  /** Shows another version of a message, with what followed it; the server goes on there, too. */
  showVersion = async (messageId: string): Promise<void> => {
    const { threadId, answering } = this.conversation;
    if (threadId === null || answering !== null) return;
    const { signal } = this.#hearing;
    try {
      const line = await this.options.line();
      await line.chooseBranch(threadId, messageId);
      const page = await line.page(threadId);
      if (signal.aborted || this.conversation.answering !== null) return; // something else is shown by now
      this.#showPage(threadId, page);
    } catch (error) {
      if (!signal.aborted) this.options.complain(sentenceOf(error));
    }
  };

  /** Fetches what was said before the first message here. */
  loadEarlier = async (): Promise<void> => {
    const { threadId, messages, hasEarlier } = this.conversation;
    const [first] = messages;
    if (threadId === null || first === undefined || !hasEarlier) return;
    const { signal } = this.#hearing;
    try {
      const { messages: earlier, hasMore } = await (await this.options.line()).page(threadId, first.id);
      if (signal.aborted || this.conversation.messages[0]?.id !== first.id) return;
      this.update({ type: "loaded-earlier", messages: earlier, hasMore });
      this.show({});
    } catch (error) {
      if (!signal.aborted) this.options.complain(sentenceOf(error));
    }
  };

  /** Shows a conversation of the person's. An answer that goes on in the one shown before is not stopped. */
  open = async (threadId: string): Promise<void> => {
    this.newChat();
    const { signal } = this.#hearing;
    this.show({ opening: { threadId, problem: null } });
    try {
      const page = await (await this.options.line()).page(threadId);
      if (signal.aborted) return;
      this.options.memory.setItem(MEMORY_KEY, threadId);
      this.show({ opening: null, companionId: page.thread.companion, asOf: page.asOf ?? null });
      this.#showPage(threadId, page);
      await this.#recall(threadId, signal);
    } catch (error) {
      if (signal.aborted) return;
      // Not theirs any more, or gone: then there is nothing to try again.
      const isGone = error instanceof ApiError && error.code === "not-found";
      if (isGone) this.options.memory.removeItem(MEMORY_KEY);
      this.show({ opening: isGone ? null : { threadId, problem: sentenceOf(error) } });
    }
  };

  /** Clears the view; what was said before can be opened again. */
  newChat = (): void => {
    this.#hearing.abort();
    this.#hearing = new AbortController();
    this.options.memory.removeItem(MEMORY_KEY);
    const before = this.conversation;
    this.conversation = emptyConversation;
    this.#localTalk.leave(before, emptyConversation);
    this.#resourceTalk = null;
    this.#draftAside = "";
    const epoch = this.snapshot.epoch + 1;
    this.show({ editedId: null, opening: null, isHintShown: false, asOf: null, epoch });
  };

  /** Another companion starts with an empty view and its intro. */
  changeCompanion = (companionId: string): void => {
    if (companionId === this.snapshot.companionId) return;
    if (this.conversation !== emptyConversation) this.newChat();
    this.show({ companionId });
  };

  dismissHint = (): void => this.show({ isHintShown: false });

  /** The person speaks, or what they said is being turned into words: nothing is typed or sent meanwhile. */
  changeVoice = (voice: ChatSnapshot["voice"]): void => {
    if (voice !== this.snapshot.voice) this.show({ voice });
  };

  /** A conversation was deleted: it is no longer shown. */
  forget = (threadId: string): void => {
    this.#localTalk.forget(threadId);
    if (this.conversation.threadId === threadId) this.newChat();
  };

  /**
   * Says who uses the page. The first time, what this tab showed before a reload comes back. What a visitor said stays
   * when they get an account; nobody sees the words of whoever was here before.
   */
  becomes(personId: string): void {
    const before = this.#personId;
    this.#personId = personId;
    const threadId = this.options.memory.getItem(MEMORY_KEY);
    if (before === null) {
      if (this.conversation !== emptyConversation) return;
      if (threadId !== null) void this.open(threadId);
      else void this.#recall(null, this.#hearing.signal);
    } else if (before !== personId && !before.startsWith("anon-")) {
      this.newChat();
      this.show({ draft: "" });
    }
  }

  #say(words: string): void {
    const question = { id: newId(), text: words };
    this.update({ type: "asked", question, answerId: newId() });
    this.show({});
    void this.#hear(this.#saying(question, {}));
    void this.#helpAt(question);
  }

  async #helpAt({ id, text }: { id: string; text: string }): Promise<void> {
    // Without it the server still hears.
    const kind = await this.options.findDanger?.(text).catch(() => null);
    if (!kind && this.#personId !== null) this.options.heardWords?.(this.#personId, text);
    const { messages } = this.conversation;
    const answer = messages[messages.findIndex((message) => message.id === id) + 1];
    if (kind && answer?.role === "assistant") this.showMade(answer.id, { type: "help-card", kind });
  }

  #sayInstead(edited: UserMessage, words: string): void {
    const { messages, threadId, unsent } = this.conversation;
    const hasArrived = threadId !== null && !unsent.includes(edited.id);
    const before = messages.slice(0, messages.indexOf(edited)).findLast(({ isLocal }) => !isLocal);
    const parentId = edited.parentId === undefined ? (before?.id ?? null) : edited.parentId;
    const question = { id: newId(), text: words };
    this.update({ type: "edited", editedId: edited.id, question, answerId: newId() });
    this.show({});
    void this.#helpAt(question);
    void this.#hear(this.#saying(question, hasArrived ? { trigger: "edit", parentId } : {}));
  }

  /** Adding by talking is for people with an account, and not with the base companion. */
  #mayShareByTalk(): boolean {
    const isVisitor = this.#personId === null || this.#personId.startsWith("anon-");
    return !isVisitor && !isBaseCompanion(this.snapshot.companionId);
  }

  /** The server is not told what is said to the wizard that adds a resource. */
  async #tellOrSay(words: string): Promise<void> {
    const { signal } = this.#hearing;
    this.#resourceTalk ??= this.options.resourceTalk();
    const turn = (await this.#resourceTalk.catch(() => null))?.hear(words) ?? null;
    if (signal.aborted || this.conversation.answering !== null) return;
    if (turn === null) {
      this.#say(words);
      return;
    }
    this.update({ type: "noted", messages: [aside(newId(), words), note(newId(), turn.reply)] });
    this.show({});
    if (turn.draft !== null) this.options.openResourceForm(turn.draft);
  }

  #showPage(threadId: string, page: Awaited<ReturnType<ChatLine["page"]>>): void {
    this.update({ type: "loaded", threadId, messages: page.messages, hasMore: page.hasMore });
    this.show({ epoch: this.snapshot.epoch + 1 });
    const runId = this.conversation.answering?.runId ?? null;
    if (runId !== null) void this.#hear({ kind: "follow", runId });
  }

  #saying(
    { id: messageId, text }: { id: string; text: string },
    place: { trigger?: "edit"; parentId?: string | null },
  ): ChatRequest {
    const { threadId } = this.conversation;
    const thread = threadId === null ? { companion: this.snapshot.companionId } : { threadId };
    return { kind: "say", body: { ...this.options.settings(), messageId, text, ...thread, ...place } };
  }

  async #hear(request: ChatRequest): Promise<void> {
    const { signal } = this.#hearing;
    const { line, memory } = this.options;
    let problem = "The answer broke off. Please try again.";
    try {
      const listener = {
        onEvent: (event) => {
          if (signal.aborted) return;
          this.updateSoon({ type: "heard", event, at: performance.now() });
          if (event.type !== "start") return;
          memory.setItem(MEMORY_KEY, event.messageMetadata.threadId);
          this.#localTalk.keep(this.conversation);
        },
        onConnection: (isConnected) => {
          if (!signal.aborted) this.updateSoon({ type: "line", isConnected });
        },
      } satisfies Parameters<ChatLine["hear"]>[1];
      await (await line()).hear(request, listener, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError) problem = error.message;
      if (isNoSignal(error) && (await this.#answerHere(request, signal))) return;
      if (signal.aborted) return;
    }
    if (signal.aborted) return;
    // An answer that has told its own end is no longer being answered.
    if (this.conversation.answering === null) {
      await this.#keepPage(line);
      return;
    }
    this.update({ type: "failed", problem });
    this.show({});
  }

  /** What was heard is kept on this phone as the server has it: reading it again needs no signal. */
  async #keepPage(line: ChatStoreOptions["line"]): Promise<void> {
    const { threadId } = this.conversation;
    // Without a signal it was kept before, or cannot be now.
    if (threadId !== null) await (await line()).page(threadId).catch(() => undefined);
  }

  /** Answers words that did not arrive from what this phone has. False when it cannot. */
  async #answerHere(request: ChatRequest, signal: AbortSignal): Promise<boolean> {
    const { answering, messages } = this.conversation;
    if (request.kind !== "say" || request.body.trigger === "retry" || answering?.runId !== null) return false;
    const { text = "" } = questionOf(messages, answering.messageId) ?? {};
    const answer = await this.#localTalk.answer(text, this.options.speakerName?.() ?? "");
    if (answer === null || signal.aborted) return false;
    this.update({ type: "answered-here", answer });
    this.show({});
    this.#localTalk.keep(this.conversation);
    return true;
  }

  /** Puts what this phone answered in a conversation back into it. */
  async #recall(threadId: string | null, signal: AbortSignal): Promise<void> {
    const exchanges = await this.#localTalk.recall(threadId);
    if (signal.aborted || exchanges.length === 0 || this.conversation.threadId !== threadId) return;
    this.update({ type: "recalled-here", exchanges });
    this.show({ epoch: this.snapshot.epoch + 1 });
    this.#localTalk.keep(this.conversation);
  }
}

function isNoSignal(error: unknown): boolean {
  return error instanceof ApiError && error.code === "unreachable";
}

function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : "That did not work. Please try again.";
}
