import type { Actor } from "./actor.ts";
import type { Input } from "./input.ts";

/** Fields by which other clients name the user. They may repeat the session's user but never replace it. */
const IDENTITY_FIELDS = ["userId", "uid", "createdBy"] as const;

/** Whether a call names another user. It must be refused: the actor always comes from the session. */
export function namesAnother(actor: Actor | null, input: Input): boolean {
  for (const part of [input.params, input.query, input.body]) {
    if (typeof part !== "object" || part === null) continue;
    for (const field of IDENTITY_FIELDS) {
      const named = Object.entries(part).find(([key]) => key === field)?.[1];
      if (named === undefined || named === null || named === actor?.userId) continue;
      if (named === "anonymous" && actor?.kind !== "user") continue;
      return true;
    }
  }
  return false;
}
