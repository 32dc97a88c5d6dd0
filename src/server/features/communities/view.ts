import type { Community } from "#shared/features/communities/contract.ts";
import type { CommunityRecord } from "#server/features/communities/repository.ts";

/**
 * A community as this viewer may see it: the lists of people are for its own people, everyone else gets the count.
 * @param photoUrl makes the signed link of a stored photo
 */
export function communityView(
  record: CommunityRecord,
  viewerId: string | null,
  photoUrl: (path: string) => string,
): Community {
  const own = record.people.find((person) => person.userId === viewerId);
  const admins = own === undefined ? [] : record.people.filter((person) => person.role === "admin");
  const members = own === undefined ? [] : record.people.filter((person) => person.role === "member");
  const { latitude, longitude } = record;
  return {
    id: record.id,
    _id: record.id,
    dataType: "loobricate",
    name: record.name,
    description: record.description,
    address: record.address,
    addressLine1: record.address,
    city: record.city,
    tags: record.tags,
    type: record.type === "venue" ? "venue" : "community",
    status: record.status === "archived" ? "archived" : "active",
    campId: record.campId,
    location: latitude === null || longitude === null ? null : { lat: latitude, lng: longitude },
    latitude,
    longitude,
    profilePhoto: record.profilePhoto === null ? null : photoUrl(record.profilePhoto),
    profilePhotoPath: record.profilePhoto,
    coverPhoto: record.coverPhoto === null ? null : photoUrl(record.coverPhoto),
    coverPhotoPath: record.coverPhoto,
    memberCount: record.people.length,
    role: own?.role ?? null,
    admins: admins.map((person) => person.pseudonym),
    members: members.map((person) => person.pseudonym),
    adminIds: admins.map((person) => person.userId),
    memberIds: members.map((person) => person.userId),
    version: record.version,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}
