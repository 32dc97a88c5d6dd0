import { findAddress } from "#shared/features/map/address/find-address.ts";
import { clarifyAddresses } from "#shared/features/map/address/loose-address.ts";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import { locate } from "#shared/features/map/city/geometry.ts";

const HOME = "home|camp|campsite|tent|yurt|van|bus|rv|caravan|hut|bed";
/** Words in front of the address of a home. PostgreSQL reads the same pattern, to find such notes. */
export const HOME_NOTE = `(my|our) (${HOME})('?s| is| are| stands?| sits)( now)? (at|on|near|by|:)|(put|set|pitch|pitched|built)( up)? (my|our) (${HOME})( up)? (at|on|near|by)|(i|we) (live|camp|sleep|stay)( now)? (at|on|near|by)|^(remember )?home( is|:) `;
const NOTE = new RegExp(`(?:^|[^\\p{L}])(?:${HOME_NOTE})`, "iu");
const OWN = new RegExp(`\\b(?:my|our) (${HOME})\\b`, "i");

/**
 * The home a user noted, as in "Remember my camp is at 7:30 & E": the place of the first note that names one. Null when none does.
 * @param notes newest first
 */
export function homeOfNotes(city: City, notes: readonly string[]): { name: string; at: GeoPoint } | null {
  for (const note of notes) {
    const match = NOTE.exec(note);
    if (match === null) continue;
    const found = findAddress(city, clarifyAddresses(note.slice(match.index)));
    // A whole street is no home, and "we sleep at 9:00" is a time.
    const isStreet = found?.address.kind === "radial" || found?.address.kind === "annular";
    const at = found === null || isStreet ? null : locate(city, found.address);
    if (at !== null) return { name: `your ${OWN.exec(note)?.[1]?.toLowerCase() ?? "home"}`, at };
  }
  return null;
}
