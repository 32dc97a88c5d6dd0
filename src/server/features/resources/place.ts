import type { ResourceEntry } from "#shared/features/resources/contract.ts";
import { parseAddress } from "#shared/features/map/address/address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import type { CommunityRecord } from "#server/features/communities/repository.ts";
import type { NewResource } from "./repository.ts";

type Place = Pick<NewResource, "address" | "latitude" | "longitude">;

/** The place of a resource: its own coordinates, else its address in the city, else its community's place. */
export function placeOfEntry(
  given: Pick<ResourceEntry, "location" | "latitude" | "longitude">,
  community: Pick<CommunityRecord, "address" | "latitude" | "longitude">,
  city: City,
): Place {
  const { location } = given;
  const address = (typeof location === "string" ? location : location?.address)?.trim() || null;
  const latitude = given.latitude ?? (typeof location === "object" ? location?.lat : null) ?? null;
  const longitude = given.longitude ?? (typeof location === "object" ? location?.lon : null) ?? null;
  if (latitude !== null && longitude !== null)
    return { address: address ?? (community.address || null), latitude, longitude };
  if (address !== null) {
    const point = locate(city, parseAddress(address));
    return { address, latitude: point?.latitude ?? null, longitude: point?.longitude ?? null };
  }
  return { address: community.address || null, latitude: community.latitude, longitude: community.longitude };
}
