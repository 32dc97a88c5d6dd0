import type { Camp } from "#shared/features/map/camps/camp.ts";

/** A camp on the map, by default without a place. */
export function campWith(changes: Partial<Camp> = {}): Camp {
  return {
    id: "camp-spoke",
    name: "Spoke Asylum",
    description: null,
    hometown: null,
    landmark: null,
    url: null,
    contact_email: null,
    latitude: null,
    longitude: null,
    location_string: null,
    year: "2026",
    color: "#ff7fae",
    playa_location: null,
    placement: null,
    ...changes,
  };
}
