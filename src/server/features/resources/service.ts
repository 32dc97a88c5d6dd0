import type { Kysely } from "kysely";
import type { ResourceEntry } from "#shared/features/resources/contract.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { newId } from "#shared/id.ts";
import type { Schema } from "#server/db/schema.ts";
import { type CommunityRecord, findCommunityRecord } from "#server/features/communities/repository.ts";
import { findFestival } from "#server/festival/festival.ts";
import { claimPhotos } from "#server/features/photos/repository.ts";
import { recordHistory } from "./history-repository.ts";
import { placeOfEntry } from "./edit.ts";
import {
  countListings,
  findResourceRecord,
  insertResource,
  insertResources,
  type NewResource,
  type ResourceRecord,
} from "./repository.ts";
import { resourceDocument } from "#shared/features/search/documents.ts";
import { upsertDocuments } from "#server/features/search/repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import type { Limits } from "#server/config/limits.ts";
import { quotaReached } from "#server/http/limits/quota.ts";

/**
 * Adds a resource to a community's library and to the search index. Any signed-in person may add to any active community. The client's id
 * makes a retry harmless: the same owner gets the existing row.
 * @throws AppError `not-found` (community), `already-taken` (another user's id), `forbidden` (another user's photo), `quota-reached`
 */
export async function createResource(
  db: Kysely<Schema>,
  actor: Actor,
  entry: ResourceEntry,
  limits: Limits,
): Promise<ResourceRecord> {
  const community = await findCommunityRecord(db, entry.loobricateId);
  if (community === null || community.status !== "active") throw notFound("This community");
  const { city } = await findFestival(db);
  const resource = resourceOf(actor, community, city, { ...entry, id: entry.id ?? newId() });
  const isNew = await insertResource(db, resource);
  const record = await findResourceRecord(db, resource.id);
  if (record === null || record.createdBy !== actor.userId) {
    throw new AppError("already-taken", "Another resource has this id. Please send it again with a new one.");
  }
  if (isNew) {
    await assertListingRoom(db, actor, community.id, limits);
    await claimPhotos(db, actor, resource.photos, { purpose: "entry", usedBy: `resource:${resource.id}` });
    await upsertDocuments(db, [resourceDocument(record)]);
    await recordHistory(db, {
      resourceId: record.id,
      action: "Added to the library",
      place: record.address,
    });
  }
  return record;
}

/**
 * Adds any number of resources without photos to a community's library, like `createResource`. The caller has checked that their
 * ids are unused.
 * @param db the transaction that locks the community
 * @throws AppError `not-found` (community), `already-taken` (an id)
 */
export async function createResources(
  db: Kysely<Schema>,
  actor: Actor,
  community: CommunityRecord,
  newResources: readonly { entry: ResourceEntry & { id: string }; createdAt: Date | null }[],
): Promise<void> {
  if (newResources.length === 0) return;
  if (community.status !== "active") throw notFound("This community");
  const { city } = await findFestival(db);
  const resources = newResources.map(({ entry, createdAt }) => ({
    ...resourceOf(actor, community, city, entry),
    createdAt,
  }));
  if ((await insertResources(db, resources)) < resources.length)
    throw new AppError("already-taken", "Someone added one of these listings just now. Please try again.");
  await upsertDocuments(db, resources.map(resourceDocument));
  await recordHistory(
    db,
    resources.map(({ id, address }) => ({
      resourceId: id,
      action: "Added to the library",
      place: address,
    })),
  );
}

/**
 * Call after listings were added, in the same transaction, or before `more` are added.
 * @throws AppError `quota-reached` when the person or the community has, or would have, more than allowed
 */
export async function assertListingRoom(
  db: Kysely<Schema>,
  actor: Actor,
  communityId: string,
  limits: Limits,
  more = 0,
): Promise<void> {
  const most = {
    ofUser: actor.kind === "user" ? limits.userListings : 0,
    ofCommunity: limits.communityListings,
  };
  const { ofUser, ofCommunity } = await countListings(db, { createdBy: actor.userId, communityId });
  if (ofUser + more > most.ofUser)
    throw noRoom(more, most.ofUser - ofUser, () => quotaReached(actor, "listings", most.ofUser));
  if (ofCommunity + more > most.ofCommunity) {
    const many = most.ofCommunity.toLocaleString("en");
    throw noRoom(
      more,
      most.ofCommunity - ofCommunity,
      () =>
        new AppError(
          "quota-reached",
          `This community has ${many} listings, as many as one can have here. Please delete some, or ask who runs this server for more room.`,
        ),
    );
  }
}

function noRoom(more: number, room: number, whenFull: () => AppError): AppError {
  if (more === 0 || room <= 0) return whenFull();
  const sentence = `The file adds ${more.toLocaleString("en")} listings, and there is room for ${room.toLocaleString("en")} more, so nothing was imported. Please delete some, or ask who runs this server for more room.`;
  return new AppError("quota-reached", sentence);
}

function resourceOf(
  actor: Actor,
  community: CommunityRecord,
  city: City,
  entry: ResourceEntry & { id: string },
): NewResource {
  return {
    id: entry.id,
    communityId: community.id,
    type: entry.offeringType,
    title: entry.title,
    description: entry.description,
    tags: entry.tags ?? [],
    availability: entry.status === undefined || entry.status === "active" ? "available" : entry.status,
    ...placeOfEntry(entry, community, city),
    email: entry.email?.trim() || null,
    phone: entry.phone?.trim() || null,
    photos: entry.photos ?? [],
    createdBy: actor.userId,
    pseudonym: actor.pseudonym,
  };
}
