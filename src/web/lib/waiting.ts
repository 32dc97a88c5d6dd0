import { createAtom } from "@tanstack/store";

/** Number of things that need the user's attention. Counted by the background work, shown in the header. */
export const waitingCount = createAtom(0);
