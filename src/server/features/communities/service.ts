import type { Kysely } from "kysely";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import type { CommunityChanges } from "#shared/features/communities/contract.ts";
import { parseAddress } from "#shared/features/map/address/address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import type { Schema } from "#server/db/schema.ts";
import { deleteAdminInvitationsByLogin } from "./joining/admin-invitation-repository.ts";
import { auditCommunity } from "./audit.ts";
import type { Administered } from "./people/authorize.ts";
import { endElevations, storeAdminLogin } from "./people/login-repository.ts";
import { type NamedPerson, roleChangesOf } from "./people/people-lists.ts";
import { findPeople } from "./people/people-repository.ts";
import { type CommunityColumns, type CommunityRecord, findCampClaim, updateCommunity } from "./repository.ts";
import { changeRoles } from "./people/roles.ts";
import { findFestival } from "#server/festival/festival.ts";
import { claimPhotos } from "#server/features/photos/repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";

/**
 * Saves an admin's changes: fields, photos, the login and the lists of people, all or nothing.
 * @param community locked
 * @param passwordHash of the new admin password; null: the password is unchanged
 * @throws AppError `invalid-input`, `already-taken` (username, camp), `forbidden` (another user's photo), `conflict` (last admin)
 */
export async function saveCommunity(
  db: Kysely<Schema>,
  actor: Actor,
  community: Administered,
  changes: CommunityChanges,
  passwordHash: string | null,
): Promise<void> {
  const columns = await columnsOf(db, community, changes);
  const hasChanged = Object.entries(columns).some(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(Object.entries(community).find(([key]) => key === name)?.[1]),
  );
  await claimChangedPhotos(db, actor, community, columns);
  if (hasChanged) {
    await updateCommunity(db, community.id, columns);
    await auditCommunity(db, community.id, "saved", { actorId: actor.userId });
  }
  await saveLogin(db, actor, community, changes.adminUsername, passwordHash);
  const people = await resolverOf(db, community, changes);
  await changeRoles(db, community, actor.userId, roleChangesOf(community, changes, people));
}

/** Changes or removes the profile or cover photo. Without a path the photo is unchanged. */
export async function changePhotos(
  db: Kysely<Schema>,
  actor: Actor,
  community: Administered,
  changes: Pick<CommunityChanges, "profilePhotoPath" | "coverPhotoPath">,
): Promise<void> {
  const columns = await columnsOf(db, community, changes);
  await claimChangedPhotos(db, actor, community, columns);
  await updateCommunity(db, community.id, columns);
  await auditCommunity(db, community.id, "photo-changed", { actorId: actor.userId });
}

/** @throws AppError `invalid-input` or `already-taken` for a camp that cannot be claimed */
async function columnsOf(
  db: Kysely<Schema>,
  record: CommunityRecord,
  changes: CommunityChanges,
): Promise<CommunityColumns> {
  const campId = changes.campId === undefined ? record.campId : changes.campId;
  if (campId !== null && campId !== record.campId) await assertFree(db, record.id, campId);
  return {
    name: changes.name ?? record.name,
    description: changes.description ?? record.description,
    city: changes.city ?? record.city,
    tags: changes.tags ?? record.tags,
    type: changes.type ?? record.type,
    campId,
    profilePhoto: changes.profilePhotoPath === undefined ? record.profilePhoto : changes.profilePhotoPath,
    coverPhoto: changes.coverPhotoPath === undefined ? record.coverPhoto : changes.coverPhotoPath,
    joinQuestions: changes.joinQuestions ?? record.joinQuestions,
    ...placeAfterChange(record, changes, (await findFestival(db)).city),
  };
}

/** A new address is looked up in the city, unless coordinates are given. */
function placeAfterChange(
  record: CommunityRecord,
  changes: CommunityChanges,
  city: City,
): Pick<CommunityColumns, "address" | "latitude" | "longitude"> {
  // The address has two field names; use the one that changed.
  const address =
    [changes.address, changes.addressLine1].find(
      (written) => written !== undefined && written !== record.address,
    ) ?? record.address;
  const latitude = changes.latitude ?? null;
  const longitude = changes.longitude ?? null;
  const isMoved =
    latitude !== null &&
    longitude !== null &&
    (latitude !== record.latitude || longitude !== record.longitude);
  if (isMoved) return { address, latitude, longitude };
  if (address === record.address) return { address, latitude: record.latitude, longitude: record.longitude };
  const point = locate(city, parseAddress(address));
  return { address, latitude: point?.latitude ?? null, longitude: point?.longitude ?? null };
}

async function assertFree(db: Kysely<Schema>, communityId: string, campId: string): Promise<void> {
  const claim = await findCampClaim(db, campId);
  if (!claim.isThere)
    throw refusedField("invalid-input", "campId", "This camp is not on the map. Please choose another.");
  if (claim.communityId !== null && claim.communityId !== communityId)
    throw refusedField(
      "already-taken",
      "campId",
      "Someone else has claimed this camp. Please choose another.",
    );
}

async function claimChangedPhotos(
  db: Kysely<Schema>,
  actor: Actor,
  record: CommunityRecord,
  columns: CommunityColumns,
): Promise<void> {
  const usedBy = `community:${record.id}`;
  if (columns.profilePhoto !== record.profilePhoto)
    await claimPhotos(db, actor, listOf(columns.profilePhoto), { purpose: "profile", usedBy });
  if (columns.coverPhoto !== record.coverPhoto)
    await claimPhotos(db, actor, listOf(columns.coverPhoto), { purpose: "cover", usedBy });
}

async function saveLogin(
  db: Kysely<Schema>,
  actor: Actor,
  community: Administered,
  username: string | undefined,
  passwordHash: string | null,
): Promise<void> {
  if (username === undefined && passwordHash === null) return;
  if (username === undefined)
    throw refusedField("invalid-input", "adminUsername", "Admin username is required");
  const stored = await storeAdminLogin(db, { communityId: community.id, username, passwordHash });
  if (stored === "taken")
    throw refusedField(
      "already-taken",
      "adminUsername",
      "This admin username is taken. Please choose another.",
    );
  if (stored === "no-password")
    throw refusedField("invalid-input", "adminPassword", "Admin password is required");
  if (passwordHash === null) return;
  // Ends all other elevations by the old password.
  await endElevations(db, community.id, { exceptSession: actor.sessionId });
  await deleteAdminInvitationsByLogin(db, community.id, actor.userId);
  await auditCommunity(db, community.id, "credentials-changed", { actorId: actor.userId });
}

/** Finds the people in the lists. @throws AppError `invalid-input` for a user who does not exist */
async function resolverOf(
  db: Kysely<Schema>,
  record: CommunityRecord,
  { admins = [], adminIds = [], members = [], memberIds = [] }: CommunityChanges,
): Promise<(entry: string) => NamedPerson> {
  const known = new Map<string, NamedPerson>();
  const add = (person: NamedPerson, key: string) =>
    known.set(person.userId, person).set(`name:${key}`, person);
  for (const person of record.people) add(person, foldPseudonym(person.pseudonym));
  const entries = [...admins, ...adminIds, ...members, ...memberIds];
  const find = (entry: string) => known.get(entry) ?? known.get(`name:${foldPseudonym(entry)}`);
  const unknown = entries.filter((entry) => find(entry) === undefined);
  if (unknown.length > 0) {
    const found = await findPeople(db, { ids: unknown, keys: unknown.map(foldPseudonym) });
    for (const person of found) add(person, person.key);
  }
  return (entry) => {
    const person = find(entry);
    if (person === undefined)
      throw new AppError(
        "invalid-input",
        "One of these people could not be found. Please search for them again.",
      );
    return person;
  };
}

function listOf(path: string | null): string[] {
  return path === null ? [] : [path];
}

function refusedField(code: "invalid-input" | "already-taken", path: string, message: string): AppError {
  return new AppError(code, message, { fields: [{ path, message }] });
}
