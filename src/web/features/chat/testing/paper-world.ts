import { vi } from "vitest";
import type { ChatEvent, Message } from "#shared/features/chat/contract.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { reportReachable, reportUnreachable } from "#web/lib/server/reachability.ts";
import type { ChatListener, ChatTransport, ThreadPage } from "../transport/chat-transport.ts";
import type { OpenRun } from "../transport/message-outbox.ts";
import type { ChatStore } from "../store/chat-store.ts";
import { PaperOutbox, type SentBody } from "./paper-outbox.ts";
import { newStore } from "./store-fixture.ts";

/** Possible events. "reload into a cut": the conversation can be fetched, but the connection is cut before any text of its answer. */
export const EVENTS = [
  "send",
  "ack",
  "delta",
  "cut",
  "reload",
  "reload into a cut",
  "mend",
  "finish",
  "stop",
] as const;
export type Event = (typeof EVENTS)[number];

interface Run {
  id: string;
  answerId: string;
  events: ChatEvent[];
  state: "running" | "done" | "stopped";
}

/**
 * The page's own store between a fake server, a fake outbox and a connection that is cut and restored. It records states that must never be
 * visible.
 */
export class PaperWorld {
  /** Forbidden states that were visible. */
  readonly faults: string[] = [];
  readonly #memory = new Map<string, string>();
  readonly #outbox = new PaperOutbox((body) => this.#post(body, this.#page));
  readonly #isReceived: boolean;
  /** Requests in transit, and the server's data. */
  readonly #posted: SentBody[] = [];
  readonly #messages: Message[] = [];
  readonly #runs = new Map<string, Run>();
  #threadId: string | null = null;
  #isCut = false;
  #isCutAfterPage = false;
  #wake = new Set<() => void>();
  /** The open page. A closed page receives nothing more. */
  #page = { isGone: false };
  #store: ChatStore;

  constructor(isReceived: boolean) {
    reportReachable();
    this.#isReceived = isReceived;
    this.#store = this.#open();
  }

  async happens(event: Event): Promise<void> {
    switch (event) {
      case "send":
        this.#store.send("hello?");
        break;
      case "ack":
        for (const request of this.#posted.splice(0)) this.#begin(request);
        break;
      case "delta":
        this.#publish({ type: "text-delta", id: "t", delta: "Aye, " });
        break;
      case "finish":
        this.#publish({ type: "text-delta", id: "t", delta: "the end." }, finish);
        break;
      case "stop":
        void this.#store.stop();
        break;
      case "reload":
        this.#store = this.#open();
        break;
      case "reload into a cut":
        // The conversation can be fetched, but the connection is cut before any text of its answer.
        this.#isCutAfterPage = true;
        this.#store = this.#open();
        break;
      case "cut":
        this.#isCut = true;
        if (!this.#isReceived) this.#posted.splice(0);
        break;
      case "mend":
        this.#isCut = this.#isCutAfterPage = false;
        reportReachable();
        await this.#outbox.sendWaiting((body) => this.#begin(body));
        break;
    }
    await this.#settle();
    this.#look(event);
  }

  #look(event: Event): void {
    const { conversation, opening } = this.#store.state.get();
    const { answering, messages } = conversation;
    if (messages.some((message) => message.role === "assistant" && message.status === "failed"))
      this.faults.push(`a false error after ${event}`);
    if (opening !== null && !opening.isWaiting)
      this.faults.push(`the conversation is given up after ${event}`);
    if (this.#isCut && answering?.isConnected) this.faults.push(`nobody can speak after ${event}`);
  }

  /** Sends another message. @returns how it is shown */
  async says(text: string): Promise<string[]> {
    this.#store.send(text);
    await this.#settle();
    return this.#shown().slice(-2);
  }

  /** Restores the connection and ends all answers. @returns the shown state, and that of the server */
  async ends() {
    for (let round = 0; round < 3; round += 1) {
      await this.happens("mend");
      await this.happens("ack");
      for (const run of this.#runs.values())
        if (run.state === "running")
          this.#end(run, [{ type: "text-delta", id: "t", delta: "the end." }, finish]);
      await this.#settle();
      await vi.advanceTimersByTimeAsync(40_000);
    }
    const { conversation, opening } = this.#store.state.get();
    const stored = this.#messages.map((message) =>
      message.role === "user" ? message.content : this.#view(message),
    );
    this.#close();
    return {
      shown: this.#shown(),
      stored,
      isOver: opening === null && conversation.answering === null && this.#outbox.waiting().length === 0,
      questions: this.#messages.filter(({ role }) => role === "user").map(({ content }) => content),
      faults: this.faults,
    };
  }

  #shown(): string[] {
    const { messages } = this.#store.state.get().conversation;
    return messages.map((message) =>
      message.role === "user" ? message.text : `${message.status}: ${message.text}`,
    );
  }

  #view(message: Message): string {
    const { state, content } = this.#stored(message);
    return `${state === "stopped" ? "stopped" : "done"}: ${content}`;
  }

  #open(): ChatStore {
    this.#close();
    this.#page = { isGone: false };
    const line = this.#lineOf(this.#page);
    const store = newStore(this.#memory, {
      transport: async () => line,
      outbox: async () => this.#outbox,
      nextFrame: (callback) => callback(),
    });
    store.becomes("user-ada");
    return store;
  }

  #close(): void {
    this.#page.isGone = true;
    this.#outbox.reopen();
  }

  #begin({ messageId, text, threadId }: Pick<SentBody, "messageId" | "text" | "threadId">): void {
    if (this.#messages.some(({ id }) => id === messageId)) return;
    this.#threadId ??= threadId;
    if (threadId !== this.#threadId) this.faults.push("a second conversation");
    const run: Run = {
      id: `run ${messageId}`,
      answerId: `answer ${messageId}`,
      events: [],
      state: "running",
    };
    this.#messages.push(stored({ id: messageId, role: "user", content: text }));
    this.#messages.push(stored({ id: run.answerId, role: "assistant", runId: run.id }));
    this.#runs.set(run.id, run);
    const messageMetadata = { runId: run.id, threadId, companion: "base-looby", model: null };
    run.events.push(
      { type: "start", messageId: run.answerId, messageMetadata },
      { type: "text-start", id: "t" },
    );
  }

  #publish(...events: ChatEvent[]): void {
    const run = [...this.#runs.values()].findLast(({ state }) => state === "running");
    if (run === undefined) return;
    if (events.includes(finish)) this.#end(run, events);
    else run.events.push(...events);
  }

  #end(run: Run, events: ChatEvent[]): void {
    run.events.push(...events);
    run.state = events.some(({ type }) => type === "abort") ? "stopped" : "done";
  }

  #stored(message: Message): Message {
    const run = message.runId === null ? undefined : this.#runs.get(message.runId);
    if (run === undefined) return message;
    const content = run.events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");
    return { ...message, content, state: run.state };
  }

  async #settle(): Promise<void> {
    for (let round = 0; round < 6; round += 1) {
      const waking = [...this.#wake];
      for (const wake of waking) wake();
      await vi.advanceTimersByTimeAsync(20);
    }
  }

  async #reach(page: { isGone: boolean }): Promise<void> {
    if (page.isGone) await new Promise(() => undefined);
    if (!this.#isCut) return;
    reportUnreachable("silent");
    throw new ApiError("unreachable", 0, "No signal");
  }

  #lineOf(page: { isGone: boolean }): ChatTransport {
    return {
      follow: (run, listener, signal) => this.#follow(run, listener, signal, page),
      stop: async (runId) => {
        await this.#reach(page);
        const run = this.#runs.get(runId);
        if (run?.state === "running") this.#end(run, [{ type: "abort" }]);
      },
      page: async (threadId) => {
        await this.#reach(page);
        if (threadId !== this.#threadId) throw new ApiError("not-found", 404, "This is not there.");
        if (this.#isCutAfterPage) this.#isCut = true;
        this.#isCutAfterPage = false;
        return this.#thread(threadId);
      },
      findAnswering: async () => {
        await this.#reach(page);
        return [...this.#runs.values()].some(({ state }) => state === "running") ? this.#threadId : null;
      },
      chooseBranch: async () => undefined,
    };
  }

  #thread(threadId: string): ThreadPage {
    const thread = {
      id: threadId,
      companion: "base-looby",
      title: "",
      updatedAt: "2026-08-30T10:00:00.000Z",
    };
    return { thread, messages: this.#messages.map((message) => this.#stored(message)), hasMore: false };
  }

  /** Like the real outbox: the message has arrived when its answer begins, or fails when the connection is cut. */
  async #post(body: SentBody, page: { isGone: boolean }): Promise<OpenRun> {
    await this.#reach(page);
    this.#posted.push(body);
    const runId = `run ${body.messageId}`;
    while (!this.#runs.has(runId)) {
      await this.#next();
      await this.#reach(page);
    }
    return { runId };
  }

  /** Like the real transport: reconnects and continues. */
  async #follow(
    { runId }: OpenRun,
    { onEvent, onConnection }: ChatListener,
    signal: AbortSignal,
    page: { isGone: boolean },
  ): Promise<void> {
    let received = 0;
    let isConnected = true;
    for (;;) {
      if (page.isGone) return await new Promise(() => undefined);
      signal.throwIfAborted();
      if (this.#isCut) {
        if (isConnected) onConnection(false);
        isConnected = false;
        signal.throwIfAborted();
        if (received === 0) await this.#reach(page);
      } else {
        if (!isConnected) onConnection(true);
        isConnected = true;
        for (const event of this.#runs.get(runId)?.events.slice(received) ?? []) {
          onEvent(event);
          received += 1;
          if (event.type === "finish" || event.type === "abort") return;
        }
      }
      await this.#next(signal);
    }
  }

  /** Resolves when the state may have changed. */
  async #next(signal?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake.add(resolve);
    signal?.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    this.#wake.delete(resolve);
  }
}

const finish: ChatEvent = { type: "finish", messageMetadata: { model: null, ttftMs: 1 } };

function stored(fields: Partial<Message>): Message {
  const id = fields.id ?? "";
  return {
    id,
    role: "user",
    content: "",
    reasoning: "",
    sources: [],
    ui: null,
    keptAfter: [],
    parentId: null,
    runId: null,
    state: null,
    error: null,
    model: null,
    createdAt: "2026-08-30T10:00:00.000Z",
    versions: [id],
    ...fields,
  };
}
