import { newcomer, type Person, type Remembered, type UserState } from "./companion-memory.ts";

// What a device remembers after something happened; the same object when nothing has changed.

/** A user uses the page: nobody inherits what another person chose here. */
export function rememberPerson(before: Remembered, person: Person): Remembered {
  const { user } = before;
  if (person.isAnonymous) return user === null ? before : { visitor: newcomer, user: null };
  if (user?.userId === person.userId) return before;
  return { ...before, user: { userId: person.userId, ...newcomer, discoveredCompanions: [] } };
}

/** They talk to this companion from now on. */
export function rememberChoice(before: Remembered, person: Person, companionId: string): Remembered {
  const { visitor, user } = rememberPerson(before, person);
  const chosen = { activeCompanion: companionId, hasChosenCompanion: true };
  if (user === null) return { visitor: chosen, user };
  const discoveredCompanions = [...new Set([...user.discoveredCompanions, companionId])];
  return { visitor, user: { ...user, ...chosen, discoveredCompanions } };
}

/**
 * What the server knows of a user.
 * @param isFirst the page has just begun: their choice is taken over, too. Later on, another of their devices must not end a
 * talk on this one
 */
export function rememberServer(before: Remembered, state: UserState, isFirst: boolean): Remembered {
  const { discoveredCompanions } = state;
  const { user } = before;
  if (isFirst || user?.userId !== state.userId) return { ...before, user: state };
  return { ...before, user: { ...user, discoveredCompanions } };
}
