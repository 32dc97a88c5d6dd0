import type { Camp } from "#shared/features/map/camps/camp.ts";
import { formatAddress } from "#shared/features/map/address/address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import { addressOfCamp } from "#shared/features/map/address/camp-address.ts";
import { type MapTheme, streetColour } from "#shared/features/map/city/street-colour.ts";

/** A camp as a marker; null when its address names no point of the city. */
export function campItem(city: City, camp: Camp, theme: MapTheme): MapItem | null {
  const { id, name, latitude, longitude } = camp;
  if (latitude === null || longitude === null) return null;
  const address = addressOfCamp(camp);
  const written = formatAddress(city, address) ?? camp.location_string;
  const street = address.street ?? address.plazaStreet;
  return {
    id,
    kind: "camp",
    name,
    latitude,
    longitude,
    label: written ? `${name}, ${written}` : name,
    colour: streetColour(street, theme),
    street,
    time: address.plazaTime ?? address.time,
  };
}
