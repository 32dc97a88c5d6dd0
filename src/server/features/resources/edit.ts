import type { Kysely } from "kysely";
import type { EntryChange, ResourceEntry } from "#shared/features/resources/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import { type CommunityRecord, findCommunityRecord } from "#server/features/communities/repository.ts";
import { findFestival } from "#server/festival/festival.ts";
import { claimPhotos, withdrawPhotosOf } from "#server/features/photos/repository.ts";
import { recordHistory } from "./history-repository.ts";
import {
  deleteResource,
  findResourceRecord,
  lockResourceRecord,
  type NewResource,
  type ResourceRecord,
  type ResourceValues,
  updateResource,
} from "./repository.ts";
import { resourceDocument } from "#shared/features/search/documents.ts";
import { removeDocuments, upsertDocuments } from "#server/features/search/repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import { publishToEntity, publishToPerson } from "#server/events/publish.ts";
import { goneOrNotFound } from "#server/http/idempotency/deleted-by-caller.ts";
import { forgetAnswersAbout } from "#server/http/idempotency/forget-answers.ts";
import { prove } from "#server/http/authorized.ts";
import { parseAddress } from "#shared/features/map/address/address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { locate } from "#shared/features/map/city/geometry.ts";

export const ownEntry = { allow: ["owner"], denied: "not-found" } as const;

/** Notifies the users who borrow a resource or wait for it when it leaves the library, comes back, or can be borrowed again. */
export type NotifyMoved = (
  db: Kysely<Schema>,
  resourceId: string,
  moved: "taken-out" | "put-back" | "available",
) => Promise<void>;

type Edited =
  | { state: "saved"; record: ResourceRecord }
  /** Another device, perhaps of the same user, saved first. Nothing is written. */
  | { state: "stale"; record: ResourceRecord };

/**
 * Changes the user's own entry, with its search document, its photos and its history.
 * @param db the transaction of the call
 * @throws AppError `not-found`, `gone` (its owner has deleted it), `forbidden` (another user's photo)
 */
export async function editResource(
  db: Kysely<Schema>,
  actor: Actor,
  entryId: string,
  change: EntryChange,
  notifyMoved: NotifyMoved,
): Promise<Edited> {
  const before = await lockOwn(db, actor, entryId);
  if (before === null) throw await goneOrNotFound(db, actor, entryId);
  if (change.version !== undefined && change.version !== before.version)
    return { state: "stale", record: before };
  const values = await valuesAfter(db, before, change);
  await updateResource(db, entryId, values);
  await claimPhotos(db, actor, values.photos, { purpose: "entry", usedBy: `resource:${entryId}` });
  for (const action of whatHappened(before, values))
    await recordHistory(db, { resourceId: entryId, action, place: values.address });
  if (statusOf(before) !== values.status)
    await notifyMoved(db, entryId, values.status === "archived" ? "taken-out" : "put-back");
  // The lending job sends all notifications about a repair.
  else if (before.availability === "unavailable" && values.availability === "available")
    await notifyMoved(db, entryId, "available");
  const record = await findResourceRecord(db, entryId);
  if (record === null) throw notFound();
  await (record.status === "active"
    ? upsertDocuments(db, [resourceDocument(record)])
    : removeDocuments(db, [`resource:${entryId}`]));
  return { state: "saved", record };
}

/**
 * Deletes the user's own entry, its history and its search document.
 * @returns paths of its photos, whose bytes have to be deleted after the commit
 * @throws AppError `not-found`
 */
export async function removeResource(
  db: Kysely<Schema>,
  actor: Actor,
  entryId: string,
  notifyMoved: NotifyMoved,
): Promise<string[]> {
  const record = await lockOwn(db, actor, entryId);
  if (record === null) throw notFound();
  const photos = await withdrawPhotosOf(db, `resource:${entryId}`);
  await notifyMoved(db, entryId, "taken-out");
  await removeDocuments(db, [`resource:${entryId}`]);
  await deleteResource(db, entryId);
  await forgetAnswersAbout(db, { userId: null, ids: [entryId], current: null });
  const deletion = { event: "resource-deleted", data: { id: entryId } };
  await publishToPerson(db, actor.userId, deletion);
  await publishToEntity(db, record.communityId, deletion);
  return photos;
}

/** Null when it does not exist. @throws AppError `not-found` for another person's */
async function lockOwn(db: Kysely<Schema>, actor: Actor, entryId: string): Promise<ResourceRecord | null> {
  const record = await lockResourceRecord(db, entryId);
  if (record === null) return null;
  return prove(record, record.createdBy === actor.userId ? "owner" : "stranger", ownEntry);
}

async function valuesAfter(
  db: Kysely<Schema>,
  before: ResourceRecord,
  change: EntryChange,
): Promise<ResourceValues> {
  const { title, description, tags, photos, status } = change;
  return {
    title: title ?? before.title,
    description: description ?? before.description,
    tags: tags ?? before.tags,
    photos: photos ?? before.photos,
    status: status === undefined ? statusOf(before) : status === "archived" ? "archived" : "active",
    availability: availabilityAfter(before, status),
    ...(await placeAfter(db, before, change)),
  };
}

function statusOf({ status }: ResourceRecord): ResourceValues["status"] {
  return status === "archived" ? "archived" : "active";
}

/** `active` brings an archived entry back with the availability it had before. */
function availabilityAfter(before: ResourceRecord, status: EntryChange["status"]): string {
  if (status === undefined || status === "archived") return before.availability;
  if (status === "active") return before.status === "archived" ? before.availability : "available";
  return status;
}

/** Without a place in the change, the place is unchanged. A null resets it to the community's place. */
async function placeAfter(db: Kysely<Schema>, before: ResourceRecord, change: EntryChange) {
  const { address, latitude, longitude } = before;
  if (change.location === undefined && change.latitude === undefined && change.longitude === undefined)
    return { address, latitude, longitude };
  const community = await findCommunityRecord(db, before.communityId);
  if (community === null) return { address, latitude, longitude };
  const { city } = await findFestival(db);
  return placeOfEntry(change, community, city);
}

/** Descriptions for the history. */
function whatHappened(before: ResourceRecord, after: ResourceValues): string[] {
  const happened: string[] = [];
  if (before.status !== after.status)
    happened.push(after.status === "archived" ? "Taken out of the library" : "Back in the library");
  if (before.availability !== after.availability) happened.push(availabilityAction(after.availability));
  const hasMoved =
    before.address !== after.address ||
    before.latitude !== after.latitude ||
    before.longitude !== after.longitude;
  if (hasMoved) happened.push("Moved");
  return happened;
}

function availabilityAction(availability: string): string {
  switch (availability) {
    case "unavailable":
      return "Became unavailable";
    case "maintenance":
      return "Went into maintenance";
    default:
      return "Became available";
  }
}

type Place = Pick<NewResource, "address" | "latitude" | "longitude">;

/** The place of a resource: its own coordinates, else its address in the city, else its community's place. */
export function placeOfEntry(
  entry: Pick<ResourceEntry, "location" | "latitude" | "longitude">,
  community: Pick<CommunityRecord, "address" | "latitude" | "longitude">,
  city: City,
): Place {
  const { location } = entry;
  const address = (typeof location === "string" ? location : location?.address)?.trim() || null;
  const latitude = entry.latitude ?? (typeof location === "object" ? location?.lat : null) ?? null;
  const longitude = entry.longitude ?? (typeof location === "object" ? location?.lon : null) ?? null;
  if (latitude !== null && longitude !== null)
    return { address: address ?? (community.address || null), latitude, longitude };
  if (address !== null) {
    const point = locate(city, parseAddress(address));
    return { address, latitude: point?.latitude ?? null, longitude: point?.longitude ?? null };
  }
  return { address: community.address || null, latitude: community.latitude, longitude: community.longitude };
}
