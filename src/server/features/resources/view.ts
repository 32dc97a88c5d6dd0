import { type Resource, resourceTypes } from "#shared/features/resources/contract.ts";
import type { ResourceRecord } from "./repository.ts";
import type { Deps } from "#server/deps.ts";
import { photoView } from "#server/features/photos/signed-link.ts";

export interface Viewer {
  userId: string;
  /** Communities the viewer belongs to. */
  communityIds: ReadonlySet<string>;
  /** Resources whose owner has agreed to lend them to the viewer. */
  agreedIds: ReadonlySet<string>;
}

/**
 * A resource as this viewer may see it. E-mail and phone are visible to its owner, the people of its community, and the person it
 * is lent to.
 */
export function resourceView(
  record: ResourceRecord,
  viewer: Viewer | null,
  deps: Pick<Deps, "secret">,
): Resource {
  const isMine = record.createdBy === viewer?.userId;
  const seesContact =
    isMine ||
    viewer?.communityIds.has(record.communityId) === true ||
    viewer?.agreedIds.has(record.id) === true;
  const type = resourceTypes.find((known) => known === record.type) ?? "gear";
  const gallery = record.photos.map((path) => photoView(deps, path));
  const createdAt = record.createdAt.toISOString();
  return {
    id: record.id,
    _id: record.id,
    type,
    offeringType: type,
    title: record.title,
    description: record.description,
    tags: record.tags,
    status: record.status === "archived" ? "archived" : "active",
    availability: record.availability,
    loans: record.loans,
    loobricateId: record.communityId,
    communityName: record.communityName,
    pseudonym: record.pseudonym,
    author: { name: record.pseudonym, location: record.address ?? "" },
    isMine,
    location:
      record.latitude === null || record.longitude === null
        ? null
        : { address: record.address ?? "", lat: record.latitude, lon: record.longitude },
    email: seesContact ? record.email : null,
    phone: seesContact ? record.phone : null,
    hasContact: record.email !== null || record.phone !== null,
    photos: { gallery },
    photoUrls: gallery.map((photo) => photo.url),
    metadata: { createdAt },
    createdAt,
    updatedAt: record.updatedAt.toISOString(),
    version: record.version,
    tagMark: record.tagMark,
  };
}

/** A history entry in the format of Gear in the specification. */
export function historyView(line: { action: string; place: string | null; at: Date }) {
  return { action: line.action, location: line.place ?? "", date: line.at.toISOString() };
}
