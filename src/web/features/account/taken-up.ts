import { useSelector } from "@tanstack/react-store";
import { createAtom } from "@tanstack/store";
import type { Intent, IntentKind } from "#shared/features/account/intent.ts";

/** The intent of a guest who has just signed in. The page that shows its object executes it. */
const takenUp = createAtom<Intent | null>(null);

/** Passes an intent to the page, which may still be loading its object for the new user. */
export function takeUp(intent: Intent): void {
  takenUp.set(intent);
}

/** Clears the intent after it was executed or abandoned. */
export function dropTakenUp(): void {
  takenUp.set(null);
}

/** Whether the user signed in for exactly this intent. */
export function useTakenUp(to: IntentKind, id?: string): boolean {
  return useSelector(takenUp, (intent) => intent?.to === to && intent.id === id);
}
