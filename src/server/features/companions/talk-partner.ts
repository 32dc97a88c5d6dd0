import type { Kysely } from "kysely";
import { type Availability, availabilityOf } from "#shared/features/companions/availability.ts";
import type { Schema } from "#server/db/schema.ts";
import { listDiscovered } from "./repository.ts";
import { type Companion, findCompanion } from "./roster.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";

/**
 * The companion that a user wants to talk to, if permitted; the base companion when the user names none.
 * @throws AppError `invalid-input` for an unknown companion; `forbidden`, with the way to unlock it
 */
export async function talkPartner(
  db: Kysely<Schema>,
  actor: Pick<Actor, "userId" | "kind">,
  companionId: string | null | undefined,
  productName: string,
): Promise<Companion> {
  const companion = findCompanion(companionId, productName);
  if (companion === null) throw new AppError("invalid-input", "companion: there is no such companion.");
  const isVisitor = actor.kind === "visitor";
  let availability = availabilityOf(companion.id, { isVisitor, discovered: [] });
  if (availability === "undiscovered") {
    // The only case that needs the database.
    const discovered = await listDiscovered(db, actor.userId);
    availability = availabilityOf(companion.id, { isVisitor, discovered });
  }
  const hint = hintFor(companion, availability);
  if (hint !== null) throw new AppError("forbidden", hint);
  return companion;
}

/** How to unlock a companion, as a sentence; null when it is not locked. */
export function hintFor(companion: Companion, availability: Availability): string | null {
  const { name, place, discoveryLocation } = companion;
  switch (availability) {
    case "available":
      return null;
    case "needs-account":
      return `Sign in to talk to ${name}.`;
    case "undiscovered":
      return `Find ${name} first: come within ${discoveryLocation.radius} m of ${place} and look around there.`;
  }
}
