import { type Atom, createAtom, type ReadonlyAtom } from "@tanstack/store";
import { MAX_MESSAGE } from "#shared/features/chat/limits.ts";
import { newId } from "#shared/id.ts";
import { type ChatSnapshot, initialSnapshot, takingWords, type Words } from "./chat-state.ts";
import type { ChatStore } from "./chat-store.ts";

interface LoadedStore {
  store: ChatStore;
  /** Messages of earlier pages, which are sent before those of this page. */
  unsent?: readonly Words[];
}

/**
 * Replaces the store until it is loaded, so that the first paint does not wait for it. Stores the draft and passes the user's actions on in
 * order.
 */
export class ChatFront {
  readonly #load: (state: Atom<ChatSnapshot>) => Promise<LoadedStore>;
  readonly #complain: (problem: string) => void;
  readonly #state = createAtom(initialSnapshot);
  readonly #progress = createAtom<"away" | "awaited" | "ready">("away");
  #store: ChatStore | null = null;
  #isLoading = false;
  #waiting: ((store: ChatStore) => void)[] = [];
  /** Actions that the user is waiting for. */
  #asked: ((store: ChatStore) => void)[] = [];

  /** @param load creates the store, which continues with the given state */
  constructor(
    load: (state: Atom<ChatSnapshot>) => Promise<LoadedStore>,
    complain: (problem: string) => void,
  ) {
    this.#load = load;
    this.#complain = complain;
  }

  get state(): ReadonlyAtom<ChatSnapshot> {
    return this.#state;
  }

  /** Progress of loading the store. `awaited`: the user is waiting for it. */
  get progress(): ReadonlyAtom<"away" | "awaited" | "ready"> {
    return this.#progress;
  }

  changeDraft = (draft: string): void => {
    if (this.#store === null) this.#state.set((before) => ({ ...before, draft }));
    else this.#store.changeDraft(draft);
  };

  /**
   * Takes a message out of the composer, so that it is sent once, and passes it to the store as soon as that is loaded.
   * @param id of a message that was taken before
   */
  send = (text: string, pass: (store: ChatStore, message: Words) => void, id: string = newId()): void => {
    const message = { id, text: text.trim() };
    // The composer shows why it keeps a message that is too long.
    const isSendable = message.text !== "" && message.text.length <= MAX_MESSAGE;
    if (this.#store === null && isSendable)
      this.#state.set((before) => ({ ...before, ...takingWords(before, message) }));
    this.ask((store) => pass(store, message));
  };

  /** Runs a user's action immediately, or as soon as the store is loaded. */
  ask = (work: (store: ChatStore) => void): void => {
    if (this.#store !== null) {
      work(this.#store);
      return;
    }
    this.#asked.push(work);
    this.#progress.set("awaited");
    this.prepare();
  };

  /** Runs background work once the store is loaded. */
  later = (work: (store: ChatStore) => void): void => {
    if (this.#store === null) this.#waiting.push(work);
    else work(this.#store);
  };

  /** Loads the store; after a failure, the next action tries again. */
  prepare = (): void => {
    if (this.#isLoading || this.#store !== null) return;
    this.#isLoading = true;
    void this.#open().catch(() => {
      this.#isLoading = false;
      this.#progress.set("away");
      if (this.#asked.splice(0).length === 0) return;
      this.#state.set(({ unstored, draft, ...before }) => {
        const words = [...unstored.map(({ text }) => text), draft];
        return { ...before, unstored: [], draft: words.filter((text) => text !== "").join("\n") };
      });
      this.#complain("No signal: the chat could not be loaded. Please try again.");
    });
  };

  async #open(): Promise<void> {
    const { store, unsent = [] } = await this.#load(this.#state);
    this.#store = store;
    for (const work of this.#waiting.splice(0)) work(store);
    for (const { id, text } of unsent) store.send(text, undefined, undefined, id);
    for (const work of this.#asked.splice(0)) work(store);
    this.#progress.set("ready");
  }
}
