import type { Camp } from "#shared/features/map/camps/camp.ts";
import { streetColour } from "#shared/features/map/city/street-colour.ts";

/** Whether places are still under embargo. */
export function isHidden(locationsFrom: Date | null, now = Date.now()): boolean {
  return locationsFrom !== null && locationsFrom.getTime() > now;
}

/** A camp as it may be shown during the embargo: without anything that reveals its place, including its street's color. */
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
