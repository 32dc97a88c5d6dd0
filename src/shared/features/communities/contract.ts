import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant } from "#shared/http/fields.ts";

export const communityTypes = ["community", "venue"] as const;

/**
 * A Loobricate as everyone may see it, under each of the specification's two names where it has two.
 * `admins` and `members` are pseudonyms, `adminIds` and `memberIds` the ids in the same order; members see both, others
 * only the counts.
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
  role: z.nullable(z.enum(["admin", "member"])),
  admins: z.array(z.string()),
  members: z.array(z.string()),
  adminIds: z.array(id),
  memberIds: z.array(id),
  version: z.number(),
  createdAt: instant,
  updatedAt: instant,
});
export type Community = z.infer<typeof community>;

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
  params: z.strictObject({ communityId: id }),
  response: community,
});
