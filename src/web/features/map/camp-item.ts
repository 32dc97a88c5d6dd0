import type { Camp } from "#shared/features/map/camps/camp.ts";
import type { City } from "#shared/features/map/city/city.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import { addressOfCamp, campAddressLine } from "#shared/features/map/address/camp-address.ts";
import { type MapTheme, streetColour } from "#shared/features/map/city/street-colour.ts";

/** The marker of a camp; null when its address is not a point of the city. */
export function campItem(city: City, camp: Camp, theme: MapTheme): MapItem | null {
  const { id, name, latitude, longitude } = camp;
  if (latitude === null || longitude === null) return null;
  const address = addressOfCamp(camp);
  const written = campAddressLine(city, camp, address);
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
