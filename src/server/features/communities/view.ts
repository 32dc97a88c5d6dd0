import type { Community } from "#shared/features/communities/contract.ts";
import type { CommunityRecord } from "./repository.ts";
import type { OwnRequest } from "./joining/request-repository.ts";
import { relationOf, type Viewer } from "./people/authorize.ts";
import type { Deps } from "#server/deps.ts";
import { photoView } from "#server/features/photos/signed-link.ts";

/** A community as this viewer may see it. Only its own people get the lists of people; all other viewers get the count. */
export function communityView(
  record: CommunityRecord,
  viewer: Viewer | null,
  deps: Pick<Deps, "secret">,
): Community {
  const relation = viewer === null ? "stranger" : relationOf(record, viewer.userId, viewer.elevations);
  const people = relation === "stranger" ? [] : record.people;
  const admins = people.filter((person) => person.role === "admin");
  const members = people.filter((person) => person.role === "member");
  const isListedAdmin = admins.some((person) => person.userId === viewer?.userId);
  const { latitude, longitude } = record;
  const adminUsername = relation === "admin" ? viewer?.adminUsernames.get(record.id) : undefined;
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
    profilePhoto: record.profilePhoto === null ? null : photoView(deps, record.profilePhoto).url,
    profilePhotoPath: record.profilePhoto,
    coverPhoto: record.coverPhoto === null ? null : photoView(deps, record.coverPhoto).url,
    coverPhotoPath: record.coverPhoto,
    memberCount: record.people.length,
    thingCount: record.thingCount,
    role: relation === "stranger" ? null : relation,
    elevatedUntil: isListedAdmin ? null : (viewer?.elevations.get(record.id)?.toISOString() ?? null),
    joinRequest: requestView(viewer?.requests.get(record.id)),
    isAskedToBeAdmin: record.people.some(({ userId, isAsked }) => isAsked && userId === viewer?.userId),
    ...(relation === "admin"
      ? { askedAdminIds: record.people.filter(({ isAsked }) => isAsked).map(({ userId }) => userId) }
      : {}),
    joinQuestions: record.joinQuestions,
    admins: admins.map((person) => person.pseudonym),
    members: members.map((person) => person.pseudonym),
    adminIds: admins.map((person) => person.userId),
    memberIds: members.map((person) => person.userId),
    ...(adminUsername === undefined ? {} : { adminUsername }),
    version: record.version,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

/** An accepted or withdrawn request is not shown. */
function requestView(request: OwnRequest | undefined): Community["joinRequest"] {
  if (request === undefined || request.state === "accepted" || request.state === "withdrawn") return null;
  return { id: request.id, state: request.state, createdAt: request.createdAt.toISOString() };
}
