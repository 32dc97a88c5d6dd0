import type { Camp } from "#shared/features/map/camps/camp.ts";
import { streetColour } from "#shared/features/map/city/street-colour.ts";

/** Whether places must not be told yet. */
export function isHidden(locationsFrom: Date | null, now = Date.now()): boolean {
  return locationsFrom !== null && locationsFrom.getTime() > now;
}

/** A camp as it may be told before its place may: nothing that says where it is, its street's colour included. */
export function withoutPlace(camp: Camp): Camp {
  return {
    ...camp,
    latitude: null,
    longitude: null,
    location_string: null,
    playa_location: null,
    placement: null,
    color: streetColour(null, "night"),
  };
}
