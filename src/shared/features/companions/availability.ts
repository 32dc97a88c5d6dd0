import { isBaseCompanion } from "./base-companion.ts";

/** Companions every account can talk to from the start. The others have to be discovered. */
const OPEN_TO_USERS: readonly string[] = ["ash"];

export type Availability = "available" | "needs-account" | "undiscovered";

/** Whether a user may talk to a companion and, if not, what is missing. Does not check that the companion exists. */
export function availabilityOf(
  companionId: string,
  person: { isVisitor: boolean; discovered: readonly string[] },
): Availability {
  if (isBaseCompanion(companionId)) return "available";
  if (person.isVisitor) return "needs-account";
  const isOpen = OPEN_TO_USERS.includes(companionId) || person.discovered.includes(companionId);
  return isOpen ? "available" : "undiscovered";
}
