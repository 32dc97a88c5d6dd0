import { parseAddress } from "#shared/features/map/address/address.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import { markerId } from "#shared/features/map/marker-id.ts";
import type { MapTheme } from "#shared/features/map/city/street-colour.ts";
import type { Stack } from "#shared/features/map/view/stack.ts";
import type { Resource } from "#shared/features/resources/contract.ts";

/** The amber of the lamp: --ember of each theme, for the map's canvas. */
export const EMBER: Record<MapTheme, string> = { night: "#ffb45c", day: "#8f3300", red: "#ff6a4d" };

/** The marker of a resource; null when it has no place. */
export function resourceItem(
  resource: Pick<Resource, "id" | "title" | "location">,
  theme: MapTheme,
): MapItem | null {
  const { location } = resource;
  if (location === null) return null;
  const address = parseAddress(location.address);
  return {
    id: markerId("resource", resource.id),
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

/** The marker of resources in the same spot; null when they have none. */
export function stackItem({ id, things }: Stack<Resource>, theme: MapTheme): MapItem | null {
  const item = resourceItem(things[0], theme);
  const { title, address } = stackWords(things);
  if (item === null) return null;
  return {
    ...item,
    id,
    kind: "stack",
    name: `${things.length} things`,
    label: address === "" ? title : `${title}, ${address}`,
    count: things.length,
  };
}

/** "12 things at Lantern Works" and their address, which is part of the title if they belong to several communities. */
export function stackWords(things: Stack<Resource>["things"]): { title: string; address: string } {
  const [{ loobricateId, communityName, location }] = things;
  const address = location?.address ?? "";
  const isOneCommunity = things.every((thing) => thing.loobricateId === loobricateId);
  const at = isOneCommunity ? communityName : address;
  return {
    title: `${things.length} things${at === "" ? "" : ` at ${at}`}`,
    address: isOneCommunity ? address : "",
  };
}
