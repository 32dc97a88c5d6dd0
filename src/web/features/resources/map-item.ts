import { parseAddress } from "#shared/features/map/address/address.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import type { MapTheme } from "#shared/features/map/city/street-colour.ts";
import type { Resource } from "#shared/features/resources/contract.ts";

/** The lamp's amber: --ember of each theme, for the map's canvas. */
const EMBER: Record<MapTheme, string> = { night: "#ffb45c", day: "#8f3300", red: "#ff6a4d" };

const PREFIX = "resource:";

/** The marker of a resource; null when it has no place. */
export function resourceItem(
  resource: Pick<Resource, "id" | "title" | "location">,
  theme: MapTheme,
): MapItem | null {
  const { location } = resource;
  if (location === null) return null;
  const address = parseAddress(location.address);
  return {
    id: `${PREFIX}${resource.id}`,
    kind: "resource",
    name: resource.title,
    latitude: location.lat,
    longitude: location.lon,
    label: location.address === "" ? resource.title : `${resource.title}, ${location.address}`,
    colour: EMBER[theme],
    street: address.street ?? address.plazaStreet,
    time: address.plazaTime ?? address.time,
  };
}

/** The id of a marker's resource; null for markers of other things. */
export function resourceOfItem(itemId: string): string | null {
  return itemId.startsWith(PREFIX) ? itemId.slice(PREFIX.length) : null;
}
