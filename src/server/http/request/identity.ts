import type { Actor } from "./actor.ts";
import { AppError } from "../app-error.ts";
import type { Input } from "./input.ts";

/** Fields by which other clients name the user. They may repeat the session's user but never replace it. */
const IDENTITY_FIELDS = ["userId", "uid", "createdBy"] as const;

/**
 * Refuses a call that names another user: the actor always comes from the session.
 * @throws AppError `forbidden`
 */
export function assertOwnIdentity(actor: Actor | null, input: Input): void {
  for (const part of [input.params, input.query, input.body]) {
    if (typeof part !== "object" || part === null) continue;
    for (const field of IDENTITY_FIELDS) {
      const named = Object.entries(part).find(([key]) => key === field)?.[1];
      if (named === undefined || named === null || named === actor?.userId) continue;
      if (named === "anonymous" && actor?.kind !== "user") continue;
      throw new AppError("forbidden", "You can only act as yourself.");
    }
  }
}
