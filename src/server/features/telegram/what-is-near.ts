import type { Kysely } from "kysely";
import { writtenAddress } from "#shared/features/map/address/address.ts";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import { roundMetres } from "#shared/features/map/view/direction-words.ts";
import { isInsideFence, toLocal } from "#shared/features/map/city/geometry.ts";
import { nearestTo } from "#shared/features/map/camps/nearby.ts";
import { artOf } from "#shared/features/map/view/reach.ts";
import { nearbyLimit, nearbyRadiusDegrees } from "#shared/features/map/city/spec-constants.ts";
import { nearestAddress } from "#shared/features/map/city/nearest-address.ts";
import { unlinked } from "#shared/features/chat/model-links.ts";
import type { Schema } from "#server/db/schema.ts";
import { findFestival } from "#server/festival/festival.ts";
import { listPlacedNear, type PlacedDocument } from "#server/features/search/repository.ts";

type Place = Pick<PlacedDocument, "id" | "title" | "place"> & GeoPoint;

const FAR_M = 100_000;
const NOT_ON_THE_MAP =
  "Toilets, first aid and ice are not on this map. In an emergency go to the nearest people first: any Ranger or camp can call medics.";

/** The user's address and what is near, in the map's words. Nothing of it is stored. */
export async function whatIsNear(db: Kysely<Schema>, here: GeoPoint): Promise<string> {
  const { city } = await findFestival(db);
  if (!isInsideFence(city, here)) {
    const { x, y } = toLocal(city, here);
    return `That is not in the city: the Man is ${farInWords(Math.hypot(x, y))} from there, as the crow flies. Send me a place inside and I tell you what is near.`;
  }
  const metres = nearbyRadiusDegrees * city.metresPerDegree.latitude;
  const found = await listPlacedNear(db, here, {
    latitude: nearbyRadiusDegrees,
    longitude: metres / city.metresPerDegree.longitude,
  });
  const art = artOf(city).map(({ id, name, ...point }) => ({ id, title: name, place: null, ...point }));
  const camps = found.filter(({ kind }) => kind === "camp");
  const things = found.filter(({ kind }) => kind === "resource");
  const lists = [
    listOf("Camps", lines(city, here, camps, metres)),
    listOf("To borrow or to visit", lines(city, here, things, metres)),
    listOf("Art", lines(city, here, art, metres)),
  ].filter((list) => list !== null);
  const nothing = `Nothing with a place is known within ${roundMetres(metres)}.`;
  return [
    `That is at about ${nearestAddress(city, here)}.`,
    ...(lists.length === 0 ? [nothing] : lists),
    NOT_ON_THE_MAP,
  ].join("\n\n");
}

/** The flat coordinates of the city are accurate only within a few kilometers. */
function farInWords(metres: number): string {
  return metres > FAR_M ? `more than ${roundMetres(FAR_M).replace(".0", "")}` : roundMetres(metres);
}

function lines(city: City, here: GeoPoint, places: readonly Place[], within: number): string[] {
  return nearestTo(city, places, here)
    .filter((near) => near.metres <= within)
    .slice(0, nearbyLimit)
    .map(({ thing: { title, place }, metres }) => {
      const address = place === null || place === "" ? "" : `, ${writtenAddress(city, place)}`;
      return `- ${unlinked(`${title}${address}`)}: ${roundMetres(metres)}`;
    });
}

function listOf(heading: string, entries: readonly string[]): string | null {
  return entries.length === 0 ? null : `${heading}:\n${entries.join("\n")}`;
}
