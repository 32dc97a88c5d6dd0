import type { SentPosition } from "#shared/features/chat/position.ts";
import type { OperationProblem } from "#shared/outbox/operation.ts";
import type { EarlierTurn } from "#shared/features/talk/understand/replay.ts";
import { ApiError, isPassing } from "#web/lib/server/api-error.ts";
import { isServerReachable } from "#web/lib/server/reachability.ts";
import type { ChatListener } from "../transport/chat-transport.ts";
import type { MessageBody, OpenRun, Sent } from "../transport/message-outbox.ts";
import { type ChatMessage, questionOf } from "../conversation/chat-message.ts";
import { isDisconnected } from "../conversation/conversation.ts";
import { unanswered } from "../conversation/queued-turns.ts";
import type { ChatStoreOptions } from "./chat-store-options.ts";
import type { ChatView } from "./chat-view.ts";
import type { CurrentThread } from "./current-thread.ts";

interface Claim {
  signal: AbortSignal;
  isLost: () => boolean;
}

const BROKE_OFF = "The answer broke off. Please try again.";
const STOP_TRIES = 5;
const STOP_WAIT_MS = 1_000;

interface AnswerOptions extends Pick<ChatStoreOptions, "transport" | "outbox" | "offline" | "findDanger"> {
  /** Whether an earlier message of the conversation is queued on this device. */
  isQueueAhead: () => boolean;
  /** The message with this id is stored on this device. */
  onStored: (messageId: string) => void;
  /** The conversation cannot take this message, because it is deleted. */
  onThreadGone: (text: string) => void;
  /** The stream was closed. */
  onEnd: () => void;
}

/** Streams the current answer and shows it. */
export class CurrentAnswer {
  readonly #view: ChatView;
  readonly #thread: CurrentThread;
  readonly #options: AnswerOptions;
  #listening = new AbortController();
  #claims = 0;
  /** Resolves when the last message is stored on this device, or cannot be. The next one is stored after it. */
  #lastStored: Promise<void> = Promise.resolve();
  /** The user's position when sending the message with this id. In memory only, until it is answered. */
  readonly #positions = new Map<string, Promise<SentPosition | null>>();
  /** The name of the shown companion. */
  speakerName = "";

  constructor(view: ChatView, thread: CurrentThread, options: AnswerOptions) {
    this.#view = view;
    this.#thread = thread;
    this.#options = options;
  }

  /** Aborted when another conversation is shown or the stream was closed. */
  get signal(): AbortSignal {
    return this.#listening.signal;
  }

  /** Claims the view for a request. A newer request revokes the claim, so that a late response is not shown. */
  claim(): Claim {
    const { signal } = this.#listening;
    this.#claims += 1;
    const mine = this.#claims;
    return { signal, isLost: () => signal.aborted || mine !== this.#claims };
  }

  /**
   * Sends a message and shows its answer to the end.
   * @param onStored called when the message is stored on this device, or cannot be
   */
  async ask(body: MessageBody, onStored?: () => void): Promise<void> {
    const claim = this.claim();
    this.#remember(body);
    const isBehind =
      body.trigger !== "retry" &&
      (this.#options.isQueueAhead() || this.#view.conversation.messages.some(isDisconnected));
    const sent = await this.send(body, isBehind, onStored);
    onStored?.();
    if (claim.isLost()) {
      if (sent.status === "sent") void sent.response?.body?.cancel();
      return;
    }
    if (sent.status === "sent") {
      this.#view.actSoon({ type: "arrived", threadId: body.threadId, runId: sent.runId });
      return await this.#listen(sent, claim);
    }
    if (sent.status === "refused" && sent.isThreadGone && this.#view.conversation.threadId !== null)
      return this.#options.onThreadGone(body.text);
    if (sent.status === "queued" && body.trigger !== "retry") {
      this.#view.act({ type: "queued" });
      void this.answerQueued(isAway(sent.problem));
    } else this.#view.act({ type: "failed", problem: sent.problem?.error ?? BROKE_OFF });
    this.#options.onEnd();
  }

  /** Shows a running answer to its end. */
  async follow(runId: string): Promise<void> {
    await this.#listen({ runId }, this.claim());
  }

  /**
   * Stores a message on this device, and sends it. Messages are stored in the order of the calls, also while the outbox's code is loading.
   * @param isBehind an earlier message or answer comes first
   */
  async send(body: MessageBody, isBehind: boolean, onStored?: () => void): Promise<Sent> {
    const { signal } = this;
    const before = this.#lastStored;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastStored = promise;
    try {
      await before;
      const outbox = await this.#options.outbox();
      const sent = await outbox.send(body, {
        isBehind,
        signal,
        onStored: () => {
          resolve();
          this.#options.onStored(body.messageId);
          onStored?.();
        },
      });
      if (sent.status !== "refused") this.#options.onStored(body.messageId);
      // A request for another answer must not stay in the queue.
      if (body.trigger === "retry" && sent.status === "queued") await outbox.drop(body.messageId);
      return sent;
    } catch {
      // The code did not load, or the database failed.
      return { status: "refused", problem: { error: "It could not be sent. Please try again." } };
    } finally {
      resolve();
    }
  }

  async #listen(run: OpenRun, { signal, isLost }: Claim): Promise<void> {
    let problem = BROKE_OFF;
    let isCut = false;
    try {
      await (await this.#options.transport()).follow(run, this.#listener(signal), signal);
    } catch (error) {
      if (error instanceof ApiError) problem = error.message;
      // The events of a run are deleted some time after its end; the conversation still contains its text.
      isCut = isPassing(error) || (error instanceof ApiError && error.code === "gone");
    }
    if (isLost()) return;
    // An answer that has reported its own end is no longer `answering`.
    if (this.#view.conversation.answering === null) void this.#storePage();
    else this.#view.act(isCut ? { type: "disconnected" } : { type: "failed", problem });
    this.#options.onEnd();
  }

  #listener(signal: AbortSignal): ChatListener {
    return {
      onEvent: (event) => {
        if (signal.aborted) return;
        this.#view.actSoon({ type: "received", event, at: performance.now() });
        if (event.type === "start") this.#thread.remember(event.messageMetadata.threadId);
      },
      onConnection: (isConnected) => {
        if (!signal.aborted) this.#view.actSoon({ type: "line", isConnected });
      },
    };
  }

  /** Closes the stream, because another conversation is shown. The answer continues on the server. */
  leave(): void {
    this.#listening.abort();
    this.#listening = new AbortController();
  }

  /** Closes the stream and marks the answer as disconnected; the rest is fetched later. */
  giveUp(): void {
    this.leave();
    this.#view.act({ type: "disconnected" });
  }

  /** Stops the answer; its run reports the end itself. Retries while the connection is bad and the answer continues. */
  async stop(): Promise<void> {
    const runId = this.#view.conversation.answering?.runId ?? null;
    if (runId === null) return;
    for (let tries = 1; tries <= STOP_TRIES; tries += 1) {
      try {
        await (await this.#options.transport()).stop(runId);
        return;
      } catch (error) {
        if (error instanceof ApiError && !isPassing(error)) return; // it has ended
        await new Promise((resolve) => setTimeout(resolve, STOP_WAIT_MS * tries));
      }
      if (this.#view.conversation.answering?.runId !== runId) return;
    }
  }

  /** Resolves when no answer is running. */
  async end(): Promise<void> {
    if (this.#view.conversation.answering === null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const { unsubscribe } = this.#view.state.subscribe(() => {
      if (this.#view.conversation.answering === null) resolve();
    });
    await promise;
    unsubscribe();
  }

  /**
   * Shows help for queued messages about danger, and answers other queued messages from this phone's data while the server cannot. The
   * server's response later replaces each answer.
   */
  async answerQueued(isServerAway = !isServerReachable()): Promise<void> {
    const { signal } = this;
    for (const { id } of unanswered(this.#view.conversation.messages)) {
      const { id: questionId = "", text = "" } = questionOf(this.#view.conversation.messages, id) ?? {};
      const kind = await this.#options.findDanger?.(text).catch(() => null);
      if (signal.aborted) return;
      if (kind) this.#view.act({ type: "shown", messageId: id, ui: { type: "help-card", kind } });
      if (!isServerAway) continue;
      // A browser without storage has no data for answers.
      const talk = {
        companionName: this.speakerName,
        earlier: turnsBefore(this.#view.conversation.messages, id),
        position: (await this.#positions.get(questionId)) ?? null,
      };
      const answering = this.#options.offline?.().then((phone) => phone.answer(text, talk));
      const answer = await answering?.catch(() => null);
      if (!answer || signal.aborted) return;
      this.#view.act({ type: "answered-offline", messageId: id, answer });
    }
  }

  #remember({ messageId, position }: MessageBody): void {
    this.#positions.clear();
    if (position !== undefined) this.#positions.set(messageId, position);
  }

  /** Caches the server's version of the finished answer on this phone for offline reading. */
  async #storePage(): Promise<void> {
    const { threadId } = this.#view.conversation;
    // Offline it was cached earlier, or cannot be cached now.
    if (threadId !== null) await (await this.#options.transport()).page(threadId).catch(() => undefined);
  }
}

/** Whether this phone should answer itself, because the server cannot be reached or fails. */
function isAway(problem: OperationProblem | null): boolean {
  return (problem !== null && problem.code !== "too-many-requests") || !isServerReachable();
}

/** The earlier questions, each with the sources its answer showed. */
function turnsBefore(messages: readonly ChatMessage[], answerId: string): EarlierTurn[] {
  const end = messages.findIndex(({ id }) => id === answerId) - 1;
  return messages.slice(0, Math.max(0, end)).flatMap((message, index) => {
    if (message.role !== "user") return [];
    const answer = messages[index + 1];
    const shown = answer?.role === "assistant" ? answer.sources : [];
    return [
      {
        message: message.text,
        at: new Date(),
        shown: shown.map(({ sourceId, title }) => ({ sourceId, title })),
      },
    ];
  });
}
