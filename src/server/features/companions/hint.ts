import type { Availability } from "#shared/features/companions/availability.ts";
import type { Companion } from "./roster.ts";

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
