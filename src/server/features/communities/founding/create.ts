import type { Kysely } from "kysely";
import { ADDRESS_NEEDED, type NewCommunity } from "#shared/features/communities/create-contract.ts";
import { placeOfText } from "#shared/features/map/address/chosen-place.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { newId } from "#shared/id.ts";
import type { Schema } from "#server/db/schema.ts";
import {
  type CommunityRecord,
  type CommunityRow,
  findCommunityRecord,
  insertCommunity,
  isFounder,
} from "../repository.ts";
import { storeAdminLogin } from "../people/login-repository.ts";
import { writeRoles } from "../people/people-repository.ts";
import { findFestival } from "#server/festival/festival.ts";
import { claimPhotos } from "#server/features/photos/repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { recordAudit } from "#server/http/audit.ts";

/**
 * Founds a community with its admin login. The founder is its first admin. The client's id makes a retry harmless: the founder
 * gets the existing community.
 * @param db a transaction
 * @throws AppError `invalid-input` (address), `already-taken` (username, another's id), `forbidden` (another's photo)
 */
export async function foundCommunity(
  db: Kysely<Schema>,
  actor: Actor,
  community: NewCommunity,
  login: { username: string; passwordHash: string },
): Promise<CommunityRecord> {
  const row: CommunityRow = {
    id: community.id ?? newId(),
    name: community.name,
    description: community.description,
    ...placeGiven(community, (await findFestival(db)).city),
    tags: community.tags ?? [],
    type: community.type ?? "community",
    profilePhoto: community.profilePhoto ?? null,
    createdBy: actor.userId,
  };
  const isNew = await insertCommunity(db, row);
  if (isNew) await furnish(db, actor, row, login);
  else if (!(await isFounder(db, row.id, actor.userId))) {
    throw new AppError(
      "already-taken",
      "Another community has this id. Please send it again with a new one.",
    );
  }
  const record = await findCommunityRecord(db, row.id);
  if (record === null) throw notFound("This community");
  return record;
}

async function furnish(
  db: Kysely<Schema>,
  actor: Actor,
  row: CommunityRow,
  login: { username: string; passwordHash: string },
): Promise<void> {
  const stored = await storeAdminLogin(db, { communityId: row.id, ...login });
  if (stored === "taken") {
    const message = "This admin username is taken. Please choose another.";
    throw new AppError("already-taken", message, { fields: [{ path: "adminUsername", message }] });
  }
  await writeRoles(db, row.id, [{ userId: actor.userId, role: "admin" }]);
  const photos = row.profilePhoto === null ? [] : [row.profilePhoto];
  await claimPhotos(db, actor, photos, { purpose: "profile", usedBy: `community:${row.id}` });
  await recordAudit(db, { event: "community.created", actorId: actor.userId, objectId: row.id });
}

/** The given coordinates, else those of the address in the city. A community without coordinates would be missing on the map. */
function placeGiven(
  { location, latitude = null, longitude = null }: NewCommunity,
  city: City,
): Pick<CommunityRow, "address" | "latitude" | "longitude"> {
  if (latitude !== null && longitude !== null) return { address: location, latitude, longitude };
  const place = placeOfText(city, location);
  if (place !== null) return { address: location, latitude: place.latitude, longitude: place.longitude };
  const fields = [{ path: "location", message: ADDRESS_NEEDED }];
  throw new AppError("invalid-input", ADDRESS_NEEDED, { fields });
}
