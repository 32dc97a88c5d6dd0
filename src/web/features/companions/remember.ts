import { newcomer, type Person, type Remembered, type UserState } from "./companion-memory.ts";

// Pure updates of the stored state; they return the same object when nothing changes.

/** Sets the user of the page. A user never inherits another user's choice. */
export function rememberPerson(before: Remembered, person: Person): Remembered {
  const { user } = before;
  if (person.isAnonymous) return user === null ? before : { visitor: newcomer, user: null };
  if (user?.userId === person.userId) return before;
  return { ...before, user: { userId: person.userId, ...newcomer, discoveredCompanions: [] } };
}

/** Sets the active companion. */
export function rememberChoice(before: Remembered, person: Person, companionId: string): Remembered {
  const { visitor, user } = rememberPerson(before, person);
  const chosen = { activeCompanion: companionId, hasChosenCompanion: true };
  if (user === null) return { visitor: chosen, user };
  const discoveredCompanions = [...new Set([...user.discoveredCompanions, companionId])];
  return { visitor, user: { ...user, ...chosen, discoveredCompanions } };
}

/**
 * Adopts the server's state of a user.
 * @param isFirst true when the page has just started: the choice is adopted, too. Later, another device of the user must not end a
 * conversation on this one
 */
export function rememberServer(before: Remembered, state: UserState, isFirst: boolean): Remembered {
  const { discoveredCompanions } = state;
  const { user } = before;
  if (isFirst || user?.userId !== state.userId) return { ...before, user: state };
  return { ...before, user: { ...user, discoveredCompanions } };
}
