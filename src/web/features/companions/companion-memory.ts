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
const newcomer: VisitorState = { activeCompanion: BASE_COMPANION, hasChosenCompanion: false };

/**
 * What counts for whom: a visitor talks to the base companion, a user to whom they chose. While nobody is known yet it is
 * whoever was here last.
 */
export function stateFor({ visitor, user }: Remembered, person: Person | null): VisitorState {
  if (person === null) return user ?? asVisitor(visitor);
  if (person.isAnonymous) return asVisitor(visitor);
  return user?.userId === person.userId ? user : newcomer;
}

/** The active companion as this device remembers it, so that the page knows it before the server answers, or without. */
export class CompanionMemory {
  readonly #store: () => Store;
  readonly #listeners = new Set<() => void>();
  #remembered: Remembered;
  /** Whose stored choice the page has taken from the server already. */
  #adoptedId: string | null = null;
  #choices = 0;

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

  /** Rises with every choice: what the server said before it is old. */
  get choices(): number {
    return this.#choices;
  }

  /** Says who uses the page: nobody inherits what another person chose here. */
  becomes(person: Person): void {
    const { user } = this.#remembered;
    if (person.isAnonymous) {
      if (user !== null) this.#write({ visitor: newcomer, user: null });
    } else if (user?.userId !== person.userId) {
      this.#write({ ...this.#remembered, user: freshUser(person.userId) });
    }
  }

  /** The person talks to this companion from now on. */
  choose(person: Person, companionId: string): void {
    this.#choices += 1;
    this.becomes(person);
    const { visitor, user } = this.#remembered;
    const chosen = { activeCompanion: companionId, hasChosenCompanion: true };
    if (person.isAnonymous || user === null) {
      this.#write({ visitor: person.isAnonymous ? { ...visitor, ...chosen } : visitor, user });
    } else {
      const discoveredCompanions = [...new Set([...user.discoveredCompanions, companionId])];
      this.#write({ visitor, user: { ...user, ...chosen, discoveredCompanions } });
    }
  }

  /**
   * Takes over what the server knows of a user. The choice only once for each, when the page has just begun: another of
   * their devices must not end a talk on this one.
   */
  adopt(state: UserState): void {
    const isFirst = this.#adoptedId !== state.userId;
    this.#adoptedId = state.userId;
    const before = this.#remembered.user?.userId === state.userId ? this.#remembered.user : null;
    const { discoveredCompanions } = state;
    const user = before === null || isFirst ? { ...state } : { ...before, discoveredCompanions };
    this.#write({ ...this.#remembered, user });
  }

  /** Another tab has written. */
  reread = (): void => {
    this.#remembered = this.#read();
    this.#tell();
  };

  #read(): Remembered {
    return {
      visitor: visitorState(this.#parse(VISITOR_KEY)) ?? newcomer,
      user: userState(this.#parse(USER_KEY)),
    };
  }

  #parse(key: string): unknown {
    try {
      return JSON.parse(this.#store().getItem(key) ?? "null");
    } catch {
      return null; // forbidden, or not ours
    }
  }

  #write(next: Remembered): void {
    this.#remembered = next;
    try {
      const store = this.#store();
      store.setItem(VISITOR_KEY, JSON.stringify(next.visitor));
      if (next.user === null) store.removeItem(USER_KEY);
      else store.setItem(USER_KEY, JSON.stringify(next.user));
    } catch {
      // A browser that keeps nothing: it holds until the page is closed.
    }
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function asVisitor({ hasChosenCompanion }: VisitorState): VisitorState {
  return { activeCompanion: BASE_COMPANION, hasChosenCompanion };
}

function freshUser(userId: string): UserState {
  return { userId, ...newcomer, discoveredCompanions: [] };
}

/** Null for what is no visitor's state: an older version, or somebody's hands, may have written it. */
function visitorState(value: unknown): VisitorState | null {
  if (typeof value !== "object" || value === null) return null;
  const { activeCompanion, hasChosenCompanion } = value as Record<string, unknown>; // whatever they are
  if (typeof activeCompanion !== "string" || typeof hasChosenCompanion !== "boolean") return null;
  return { activeCompanion, hasChosenCompanion };
}

function userState(value: unknown): UserState | null {
  const state = visitorState(value);
  if (state === null) return null;
  const { userId, discoveredCompanions } = value as Record<string, unknown>; // as above
  if (typeof userId !== "string") return null;
  const discovered: unknown[] = Array.isArray(discoveredCompanions) ? discoveredCompanions : [];
  return { ...state, userId, discoveredCompanions: discovered.filter((id) => typeof id === "string") };
}
