import { type Atom, createAtom, type ReadonlyAtom } from "@tanstack/store";
import { BASE_COMPANION } from "#shared/features/companions/base-companion.ts";

/** The fields of the page's user that companions depend on. */
export interface Person {
  userId: string;
  isAnonymous: boolean;
}

/** The stored state of a visitor, under the key `anonymousUserState`. */
export interface VisitorState {
  activeCompanion: string;
  /** Whether they have chosen at least once, which changes the greeting to that of a friend. */
  hasChosenCompanion: boolean;
}

/** The stored state of a user, under the key `userState`. */
export interface UserState extends VisitorState {
  userId: string;
  discoveredCompanions: readonly string[];
}

export interface Remembered {
  visitor: VisitorState;
  /** State of the current or last account on this device; null without one. */
  user: UserState | null;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const VISITOR_KEY = "anonymousUserState";
const USER_KEY = "userState";

export const newcomer: VisitorState = { activeCompanion: BASE_COMPANION, hasChosenCompanion: false };

/**
 * The effective state: a visitor has the base companion, a user the chosen one. While the user is unknown, the last user's state applies.
 */
export function stateFor({ visitor, user }: Remembered, person: Person | null): VisitorState {
  if (person === null ? user !== null : user?.userId === person.userId) return user ?? newcomer;
  return person?.isAnonymous === false ? newcomer : { ...visitor, activeCompanion: BASE_COMPANION };
}

/** The active companion as stored on this device, so that the page can show it before the server responds, and offline. */
export class CompanionMemory {
  readonly #store: () => Store;
  readonly #remembered: Atom<Remembered>;

  /** @param store a function, because the browser may deny access to its storage */
  constructor(store: () => Store) {
    this.#store = store;
    this.#remembered = createAtom(this.#read());
  }

  get remembered(): ReadonlyAtom<Remembered> {
    return this.#remembered;
  }

  /** Reads the state again after another tab has written it. */
  reread = (): void => this.#remembered.set(this.#read());

  /** Stores a new state. Without storage it is lost when the page is closed. */
  write(next: Remembered): void {
    if (next === this.#remembered.get()) return;
    try {
      const store = this.#store();
      store.setItem(VISITOR_KEY, JSON.stringify(next.visitor));
      if (next.user === null) store.removeItem(USER_KEY);
      else store.setItem(USER_KEY, JSON.stringify(next.user));
    } catch {
      // Storage is blocked or full.
    }
    this.#remembered.set(next);
  }

  #read(): Remembered {
    const user = this.#parse(USER_KEY);
    return {
      visitor: this.#parse(VISITOR_KEY) ?? newcomer,
      user: typeof user?.userId === "string" && Array.isArray(user.discoveredCompanions) ? user : null,
    };
  }

  /** Null for an invalid state, which an older version or the user may have written. */
  #parse(key: string): UserState | null {
    try {
      const state = JSON.parse(this.#store().getItem(key) ?? "") as UserState; // both fields are checked below
      const isState =
        typeof state.activeCompanion === "string" && typeof state.hasChosenCompanion === "boolean";
      return isState ? state : null;
    } catch {
      return null;
    }
  }
}
