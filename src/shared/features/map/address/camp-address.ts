import { type Address, parseAddress } from "./address.ts";
import type { PlayaLocation } from "../camps/camp.ts";

export type CampAddress = {
  id: string;
  location_string: string | null;
  playa_location: PlayaLocation | null;
};

/** The camp's address: from its parts when they are given, else from the one string. */
export function addressOfCamp(camp: CampAddress): Address {
  const { frontage, intersection } = camp.playa_location ?? {};
  const parts = parseAddress([frontage, intersection].filter(Boolean).join(" & "));
  return parts.kind === "none" || parts.kind === "unknown" ? parseAddress(camp.location_string) : parts;
}
