import type { Egress } from "#server/platform/egress.ts";
import type { Geocoder, GeocoderSettings } from "./geocoder.ts";
import { nominatim } from "./nominatim.ts";
import { photon } from "./photon.ts";

/** The configured geocoder; null when none is configured. */
export function createGeocoder(egress: Egress, settings: GeocoderSettings | null): Geocoder | null {
  if (settings === null) return null;
  return settings.kind === "photon" ? photon(egress, settings) : nominatim(egress, settings);
}
