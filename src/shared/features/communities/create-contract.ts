import * as z from "zod/mini";
import { photoPath } from "#shared/features/photos/contract.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { filledText, id, latitude, longitude, tags, text } from "#shared/http/fields.ts";
import { community, communityTypes, line } from "./contract.ts";
import {
  MAX_ADMIN_USERNAME,
  MAX_COMMUNITY_ADDRESS,
  MAX_COMMUNITY_DESCRIPTION,
  MAX_COMMUNITY_NAME,
} from "./limits.ts";

export const MIN_ADMIN_PASSWORD = 8;
export const ADDRESS_NEEDED = "Please select a valid address from the suggestions";

/** A required line of text. */
function filledLine(max: number, message: string) {
  return z.pipe(z.string(message), z.pipe(line(max), z.string().check(z.minLength(1, message))));
}

export const newCommunity = z.strictObject({
  /** Created by the client, so that a retry does not create a second community. */
  id: z.optional(id),
  name: filledLine(MAX_COMMUNITY_NAME, "Loobricate name is required"),
  description: filledText(MAX_COMMUNITY_DESCRIPTION, "Description is required"),
  /** In words; requires coordinates unless it is a city address. */
  location: z.pipe(
    z.union([
      text(MAX_COMMUNITY_ADDRESS),
      z.pipe(
        z.strictObject({ address: text(MAX_COMMUNITY_ADDRESS) }),
        z.transform(({ address }: { address: string }) => address),
      ),
    ]),
    filledLine(MAX_COMMUNITY_ADDRESS, ADDRESS_NEEDED),
  ),
  latitude: z.optional(z.nullable(latitude)),
  longitude: z.optional(z.nullable(longitude)),
  adminUsername: filledLine(MAX_ADMIN_USERNAME, "Admin username is required"),
  adminPassword: z
    .string("Admin password is required")
    .check(
      z.minLength(1, "Admin password is required"),
      z.minLength(MIN_ADMIN_PASSWORD, "Password must be at least 8 characters long"),
      z.maxLength(128, "Password must be at most 128 characters long"),
    ),
  profilePhoto: z.optional(z.nullable(photoPath)),
  tags: z.optional(tags),
  type: z.optional(z.enum(communityTypes)),
  createdBy: z.optional(text(128)),
  creatorPseudonym: z.optional(text(80)),
  status: z.optional(z.literal("active")),
});
export type NewCommunity = z.output<typeof newCommunity>;

export const createCommunity = defineEndpoint({
  id: "communities.create",
  method: "POST",
  path: "/api/loobricates",
  summary: "Found a community; who does is its first admin.",
  body: newCommunity,
  response: community,
  // The body contains the admin password.
  queue: "never",
});
