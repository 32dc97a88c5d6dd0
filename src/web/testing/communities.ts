import type { Community } from "#shared/features/communities/contract.ts";

const at = "2026-08-12T10:00:00.000Z";

/** A community as a non-member sees it. */
export function communityWith(changes: Partial<Community> = {}): Community {
  const id = changes.id ?? "lantern";
  return {
    id,
    _id: id,
    dataType: "loobricate",
    name: "Lantern Works",
    description: "",
    address: "",
    addressLine1: "",
    city: "",
    tags: [],
    type: "community",
    status: "active",
    campId: null,
    location: null,
    latitude: null,
    longitude: null,
    profilePhoto: null,
    profilePhotoPath: null,
    coverPhoto: null,
    coverPhotoPath: null,
    memberCount: 1,
    thingCount: 0,
    role: null,
    elevatedUntil: null,
    joinRequest: null,
    joinQuestions: [],
    admins: [],
    members: [],
    adminIds: [],
    memberIds: [],
    version: 5,
    createdAt: at,
    updatedAt: at,
    ...changes,
  };
}
