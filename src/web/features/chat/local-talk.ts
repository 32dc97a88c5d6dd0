import type { AnswerHere, LocalAnswer } from "./answer-here.ts";
import type { Conversation } from "./conversation.ts";
import { type LocalExchange, localExchanges } from "./local-exchange.ts";

/** What this phone answers by itself, and what it keeps of that. Nothing here fails: a browser that keeps nothing answers nothing. */
export class LocalTalk {
  readonly #load: (() => Promise<AnswerHere>) | undefined;
  /** Something is kept of the conversation that is shown. */
  #isKept = false;

  /** @param load loads what answers; undefined where nothing does */
  constructor(load: (() => Promise<AnswerHere>) | undefined) {
    this.#load = load;
  }

  /** Null when this phone cannot answer. */
  async answer(question: string, speakerName: string): Promise<LocalAnswer | null> {
    return await this.#ask((here) => here.answer(question, speakerName), null);
  }

  /** What this phone answered in a conversation. */
  async recall(threadId: string | null): Promise<readonly LocalExchange[]> {
    return await this.#ask((here) => here.recall(threadId), []);
  }

  /** Keeps what this phone answered in a conversation, over a reload; in the place of what was kept of it. */
  keep({ threadId, messages }: Conversation): void {
    const exchanges = localExchanges(messages);
    if (exchanges.length === 0 && !this.#isKept) return;
    this.#isKept = exchanges.length > 0;
    void this.#ask(async (here) => {
      await here.keep(threadId, exchanges);
      if (threadId !== null) await here.keep(null, []);
    }, undefined);
  }

  /** Another conversation is shown. One the server has keeps what was answered here; any other ends. */
  leave(before: Conversation, after: Conversation): void {
    if (before.threadId === null) this.keep(after);
    this.#isKept = false;
  }

  /** A conversation was deleted. */
  forget(threadId: string): void {
    void this.#ask((here) => here.forget(threadId), undefined);
  }

  async #ask<T>(work: (here: AnswerHere) => Promise<T>, otherwise: T): Promise<T> {
    try {
      return this.#load === undefined ? otherwise : await work(await this.#load());
    } catch {
      return otherwise;
    }
  }
}
