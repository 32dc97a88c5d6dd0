import type { PlayaLocation } from "../camps/camp.ts";
import type { City } from "../city/city.ts";
import { type Address, formatAddress, parseAddress } from "./address.ts";

export type CampAddress = {
  id: string;
  location_string: string | null;
  playa_location: PlayaLocation | null;
};

/** The camp's address: from its parts when they are given, otherwise from the single string. */
export function addressOfCamp(camp: CampAddress): Address {
  const { frontage, intersection } = camp.playa_location ?? {};
  const parts = parseAddress([frontage, intersection].filter(Boolean).join(" & "));
  return parts.kind === "none" || parts.kind === "unknown" ? parseAddress(camp.location_string) : parts;
}

/** The camp's address in the city's format ("7:30 & Enchant"), or else in the camp's own words; null when it has none. */
export function campAddressLine(city: City, camp: CampAddress, address = addressOfCamp(camp)): string | null {
  return formatAddress(city, address) ?? camp.location_string;
}
