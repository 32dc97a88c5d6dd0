import { isBaseCompanion } from "./base-companion.ts";

/** Everybody with an account may talk to them at once; the others have to be discovered. */
const OPEN_TO_USERS: readonly string[] = ["ash"];

export type Availability = "available" | "needs-account" | "undiscovered";

/** Whether a person may talk to a companion, and if not, what is missing. Says nothing about ids nobody goes by. */
export function availabilityOf(
  companionId: string,
  person: { isVisitor: boolean; discovered: readonly string[] },
): Availability {
  if (isBaseCompanion(companionId)) return "available";
  if (person.isVisitor) return "needs-account";
  const isOpen = OPEN_TO_USERS.includes(companionId) || person.discovered.includes(companionId);
  return isOpen ? "available" : "undiscovered";
}
