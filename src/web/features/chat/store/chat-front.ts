import { type ChatSnapshot, initialSnapshot } from "./chat-snapshot.ts";
import type { ChatStore } from "./chat-store.ts";

/**
 * Stands in for the store until it is loaded, so that the first paint does not wait for it: keeps what is typed, and
 * hands on in order what the person does.
 */
export class ChatFront {
  readonly #load: (initial: ChatSnapshot) => Promise<ChatStore>;
  readonly #listeners = new Set<() => void>();
  #store: ChatStore | null = null;
  #isLoading = false;
  #waiting: ((store: ChatStore) => void)[] = [];
  /** What a person asked for and waits for. */
  #asked: ((store: ChatStore) => void)[] = [];
  #snapshot: ChatSnapshot = initialSnapshot;

  readonly #complain: (problem: string) => void;

  /** @param load makes the store, which goes on from the snapshot it is given */
  constructor(load: (initial: ChatSnapshot) => Promise<ChatStore>, complain: (problem: string) => void) {
    this.#load = load;
    this.#complain = complain;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): ChatSnapshot => this.#store?.getSnapshot() ?? this.#snapshot;

  isReady = (): boolean => this.#store !== null;

  changeDraft = (draft: string): void => {
    if (this.#store !== null) {
      this.#store.changeDraft(draft);
      return;
    }
    this.#snapshot = { ...this.#snapshot, draft };
    this.#tellAll();
  };

  /** A user waits for the store. */
  isAwaited = (): boolean => this.#asked.length > 0;

  /** Does what a person asks for: now, or as soon as the store is there. */
  ask = (work: (store: ChatStore) => void): void => {
    if (this.#store !== null) {
      work(this.#store);
      return;
    }
    this.#asked.push(work);
    this.prepare();
    this.#tellAll();
  };

  /** Does it once the store is there; nobody waits for it. */
  later = (work: (store: ChatStore) => void): void => {
    if (this.#store === null) this.#waiting.push(work);
    else work(this.#store);
  };

  /** Loads the store; tried again with the next wish when there was no signal. */
  prepare = (): void => {
    if (this.#isLoading || this.#store !== null) return;
    this.#isLoading = true;
    void this.#open().catch(() => {
      this.#isLoading = false;
      if (this.#asked.splice(0).length > 0)
        this.#complain("No signal: the chat could not be loaded. Please try again.");
      this.#tellAll();
    });
  };

  async #open(): Promise<void> {
    const store = await this.#load(this.#snapshot);
    store.changeDraft(this.#snapshot.draft); // what was typed meanwhile
    store.subscribe(this.#tellAll);
    this.#store = store;
    for (const work of [...this.#waiting.splice(0), ...this.#asked.splice(0)]) work(store);
    this.#tellAll();
  }

  #tellAll = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
