import { BASE_COMPANION } from "#shared/features/companions/base-companion.ts";

/** Who uses the page, as far as companions care. */
export interface Person {
  userId: string;
  isAnonymous: boolean;
}

/** What this device remembers of a visitor, under the key `anonymousUserState`. */
export interface VisitorState {
  activeCompanion: string;
  /** They have chosen at least once: the intro greets a friend. */
  hasChosenCompanion: boolean;
}

/** What it remembers of a user, under the key `userState`. */
export interface UserState extends VisitorState {
  userId: string;
  discoveredCompanions: readonly string[];
}

export interface Remembered {
  visitor: VisitorState;
  /** Null when nobody with an account is, or was last, on this device. */
  user: UserState | null;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const VISITOR_KEY = "anonymousUserState";
const USER_KEY = "userState";

export const newcomer: VisitorState = { activeCompanion: BASE_COMPANION, hasChosenCompanion: false };

/**
 * What counts for whom: a visitor talks to the base companion, a user to whom they chose. While nobody is known yet it is
 * the last user.
 */
export function stateFor({ visitor, user }: Remembered, person: Person | null): VisitorState {
  if (person === null ? user !== null : user?.userId === person.userId) return user ?? newcomer;
  return person?.isAnonymous === false ? newcomer : { ...visitor, activeCompanion: BASE_COMPANION };
}

/** The active companion as this device remembers it, so that the page knows it before the server answers, or without. */
export class CompanionMemory {
  readonly #store: () => Store;
  readonly #listeners = new Set<() => void>();
  #remembered: Remembered;

  /** @param store a function, because the browser may forbid even to look at it */
  constructor(store: () => Store) {
    this.#store = store;
    this.#remembered = this.#read();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): Remembered => this.#remembered;

  /** Another tab has written. */
  reread = (): void => this.#show(this.#read());

  /** Remembers something else from now on. A browser that keeps nothing remembers until the page is closed. */
  write(next: Remembered): void {
    if (next === this.#remembered) return;
    try {
      const store = this.#store();
      store.setItem(VISITOR_KEY, JSON.stringify(next.visitor));
      if (next.user === null) store.removeItem(USER_KEY);
      else store.setItem(USER_KEY, JSON.stringify(next.user));
    } catch {
      // Forbidden, or full.
    }
    this.#show(next);
  }

  #read(): Remembered {
    const user = this.#parse(USER_KEY);
    return {
      visitor: this.#parse(VISITOR_KEY) ?? newcomer,
      user: typeof user?.userId === "string" && Array.isArray(user.discoveredCompanions) ? user : null,
    };
  }

  /** Null for what is no state: an older version, or a hand, may have written it. */
  #parse(key: string): UserState | null {
    try {
      const state = JSON.parse(this.#store().getItem(key) ?? "") as UserState; // if these two are what they should be
      const isState =
        typeof state.activeCompanion === "string" && typeof state.hasChosenCompanion === "boolean";
      return isState ? state : null;
    } catch {
      return null;
    }
  }

  #show(next: Remembered): void {
    this.#remembered = next;
    for (const listener of this.#listeners) listener();
  }
}
