import { useSelector } from "@tanstack/react-store";
import { createAtom } from "@tanstack/store";
import type { Intent, IntentKind } from "#shared/features/account/intent.ts";

/** The intent of a guest who has just signed in; the page that shows its object carries it out. */
const takenUp = createAtom<Intent | null>(null);

/** Hands an intent to the page, which may still be loading its object for the new user. */
export function takeUp(intent: Intent): void {
  takenUp.set(intent);
}

/** Forgets the intent: it is carried out, or no longer wanted. */
export function dropTakenUp(): void {
  takenUp.set(null);
}

/** Whether the user has come through the door for exactly this. */
export function useTakenUp(to: IntentKind, id?: string): boolean {
  return useSelector(takenUp, (intent) => intent?.to === to && intent.id === id);
}
