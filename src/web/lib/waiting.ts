import { createAtom } from "@tanstack/store";

/** How many things wait for the user. The background work counts them, the header shows them. */
export const waitingCount = createAtom(0);
