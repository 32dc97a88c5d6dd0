import * as z from "zod/mini";
import { password } from "#shared/features/account/account-fields.ts";
import {
  MAX_ADMIN_USERNAME,
  MAX_COMMUNITY_ADDRESS,
  MAX_COMMUNITY_DESCRIPTION,
  MAX_COMMUNITY_NAME,
  MAX_JOIN_QUESTION,
  MAX_JOIN_QUESTIONS,
} from "./limits.ts";
import { MAX_PHOTO_BYTES, photoPath } from "#shared/features/photos/contract.ts";
import { safeLink } from "#shared/http/safe-link.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { filledText, id, instant, latitude, longitude, tags, text } from "#shared/http/fields.ts";

export const communityTypes = ["community", "venue"] as const;

export const requestStates = ["pending", "accepted", "declined", "withdrawn"] as const;

/**
 * A Loobricate as all users may see it. Where the specification has two names for a field, both are present. `admins` and `members` are
 * pseudonyms, `adminIds` and `memberIds` the ids in the same order. Members see both, other users only the counts.
 */
export const community = z.object({
  id,
  _id: id,
  dataType: z.literal("loobricate"),
  name: z.string(),
  description: z.string(),
  address: z.string(),
  addressLine1: z.string(),
  city: z.string(),
  tags: z.array(z.string()),
  type: z.enum(communityTypes),
  status: z.enum(["active", "archived"]),
  campId: z.nullable(id),
  location: z.nullable(z.object({ lat: z.number(), lng: z.number() })),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  profilePhoto: z.nullable(z.string()),
  profilePhotoPath: z.nullable(z.string()),
  coverPhoto: z.nullable(z.string()),
  coverPhotoPath: z.nullable(z.string()),
  memberCount: z.number(),
  /** Number of things it shares. Missing in records cached by older versions. */
  thingCount: z.optional(z.number()),
  /** The viewer's role; `admin` while an admin login is active. */
  role: z.nullable(z.enum(["admin", "member"])),
  /** When the viewer's admin login expires; null for regular admins and all other users. */
  elevatedUntil: z.nullable(instant),
  /** The viewer's last request to join, while it is pending or declined. */
  joinRequest: z.nullable(z.object({ id, state: z.enum(requestStates), createdAt: instant })),
  /** Whether the viewer, a member, was asked to be an admin and has not answered. Missing in records cached by older versions. */
  isAskedToBeAdmin: z.optional(z.boolean()),
  /** For admins only: ids of the members who were asked to be admins. */
  askedAdminIds: z.optional(z.array(id)),
  joinQuestions: z.array(z.string()),
  admins: z.array(z.string()),
  members: z.array(z.string()),
  adminIds: z.array(id),
  memberIds: z.array(id),
  /** For admins only: the username of the admin login. */
  adminUsername: z.optional(z.string()),
  version: z.number(),
  createdAt: instant,
  updatedAt: instant,
});
export type Community = z.infer<typeof community>;

const oneCommunity = z.strictObject({ communityId: id });

/** One line of text without line breaks or other control characters, which could forge lines of an email or a log. */
export function line(max: number) {
  return z.pipe(
    text(max),
    z.string().check(z.trim(), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, "Please keep this on one line.")),
  );
}

const adminUsername = z.pipe(
  line(MAX_ADMIN_USERNAME),
  z.string().check(z.minLength(1, "Admin username is required")),
);

/** The server creates a photo's link. A link the client sends back is validated but never stored. */
const photoLink = z.nullable(
  text(2048).check(
    z.refine(
      (link) => link === "" || link.startsWith("/") || safeLink(link) !== null,
      "That is not a photo link.",
    ),
  ),
);

const photoFields = {
  profilePhoto: z.optional(photoLink),
  profilePhotoPath: z.optional(z.nullable(photoPath)),
  coverPhoto: z.optional(photoLink),
  coverPhotoPath: z.optional(z.nullable(photoPath)),
};

const people = z.array(text(128)).check(z.maxLength(2000));

/**
 * The admin panel's changes: any of these fields, or the full record as it was received. Fields an admin cannot change (ids, dates, counts,
 * the viewer's own role) are accepted and ignored.
 */
export const communityChanges = z.strictObject({
  name: z.optional(
    filledText(MAX_COMMUNITY_NAME, "Loobricate name is required").check(
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, "Please keep this on one line."),
    ),
  ),
  description: z.optional(text(MAX_COMMUNITY_DESCRIPTION)),
  address: z.optional(line(MAX_COMMUNITY_ADDRESS)),
  addressLine1: z.optional(line(MAX_COMMUNITY_ADDRESS)),
  city: z.optional(line(MAX_COMMUNITY_NAME)),
  tags: z.optional(tags),
  type: z.optional(z.enum(communityTypes)),
  campId: z.optional(z.nullable(id)),
  latitude: z.optional(z.nullable(latitude)),
  longitude: z.optional(z.nullable(longitude)),
  joinQuestions: z.optional(
    z
      .array(z.pipe(line(MAX_JOIN_QUESTION), z.string().check(z.minLength(1, "Please write the question."))))
      .check(z.maxLength(MAX_JOIN_QUESTIONS, `At most ${MAX_JOIN_QUESTIONS} questions.`)),
  ),
  adminUsername: z.optional(adminUsername),
  /** If blank, it is unchanged. */
  adminPassword: z.optional(z.union([z.literal(""), password])),
  ...photoFields,
  /** Pseudonyms or ids; ids take precedence when both lists are given. */
  admins: z.optional(people),
  members: z.optional(people),
  adminIds: z.optional(people),
  memberIds: z.optional(people),
  /** The version the change is based on: send one of these, or If-Match. */
  version: z.optional(z.number()),
  updatedAt: z.optional(instant),
  ...ignored(
    "id",
    "_id",
    "dataType",
    "status",
    "location",
    "memberCount",
    "thingCount",
    "role",
    "elevatedUntil",
    "joinRequest",
    "isAskedToBeAdmin",
    "askedAdminIds",
    "createdAt",
  ),
});
export type CommunityChanges = z.output<typeof communityChanges>;

export const listCommunities = defineEndpoint({
  id: "communities.list",
  method: "GET",
  path: "/api/loobricates",
  summary: "All active communities, by name.",
  response: z.object({ loobricates: z.array(community) }),
});

export const getCommunity = defineEndpoint({
  id: "communities.get",
  method: "GET",
  path: "/api/loobricates/:communityId",
  summary: "One community.",
  params: oneCommunity,
  response: community,
});

export const saveCommunity = defineEndpoint({
  id: "communities.save",
  method: "PUT",
  path: "/api/loobricates/:communityId",
  summary:
    "Save the admin panel. A stale version or updatedAt (or If-Match) is a conflict with the record as it stands.",
  params: oneCommunity,
  body: communityChanges,
  response: community,
  // The body may contain the admin password. That of `saveCommunityDetails` may not, so that call can be queued.
  queue: "never",
});

/** The community fields an admin can change while offline: all except secrets. */
export const communityDetails = z.strictObject(
  z.pick(communityChanges, {
    name: true,
    description: true,
    address: true,
    city: true,
    tags: true,
    campId: true,
    joinQuestions: true,
    adminUsername: true,
    version: true,
  }).shape,
);

export const saveCommunityDetails = defineEndpoint({
  id: "communities.save-details",
  method: "PATCH",
  path: "/api/loobricates/:communityId/details",
  summary:
    "Save what an admin changed but for photos, people and the password. A stale version is a conflict with the record as it stands.",
  params: oneCommunity,
  body: communityDetails,
  response: community,
});

export const changeCommunityPhoto = defineEndpoint({
  id: "communities.change-photo",
  method: "PATCH",
  path: "/api/loobricates/:communityId",
  summary: "Show another profile or cover photo; null shows none.",
  params: oneCommunity,
  body: z.strictObject(photoFields),
  response: community,
});

const formPhoto = z.optional(z.union([z.instanceof(File), photoLink]));
const formPath = z.optional(z.union([z.literal(""), photoPath]));

export const saveCommunityForm = defineEndpoint({
  id: "communities.save-form",
  method: "PUT",
  path: "/api/loobricate/:communityId",
  summary:
    "Update name, description and photos by form; a photo comes as a file, or as the path of one uploaded before.",
  params: oneCommunity,
  encoding: "multipart",
  maxBodyBytes: 2 * MAX_PHOTO_BYTES + 64 * 1024,
  sentences: { "too-large": "File size exceeds the maximum limit of 5MB." },
  body: z.strictObject({
    name: communityChanges.shape.name,
    description: communityChanges.shape.description,
    profilePhoto: formPhoto,
    profilePhotoPath: formPath,
    coverPhoto: formPhoto,
    coverPhotoPath: formPath,
  }),
  response: community,
  queue: "never",
});

export const authenticateCommunity = defineEndpoint({
  id: "communities.authenticate",
  method: "POST",
  path: "/api/auth/loobricate-auth",
  summary:
    "Admin login: lifts the signed-in caller to admin of the community for some hours. Without a password it answers members and admins only, and changes nothing.",
  body: z.strictObject({
    username: z.optional(text(MAX_ADMIN_USERNAME)),
    password: z.optional(text(128)),
    loobricateId: z.optional(id),
  }),
  response: community,
  queue: "never",
});

export const issueCommunityLogin = defineEndpoint({
  id: "communities.issue-login",
  method: "POST",
  path: "/api/operator/community-login",
  summary:
    "For the operator's command line, which holds the server's secret: a new admin login for a community whose admins have lost theirs.",
  body: z.strictObject({ loobricateId: id, username: adminUsername }),
  response: z.object({ name: z.string(), username: z.string(), password: z.string() }),
  queue: "never",
});

function ignored<const Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, z.optional(z.unknown())])) as Record<
    Name,
    z.ZodMiniOptional<z.ZodMiniUnknown>
  >; // one entry per name
}
