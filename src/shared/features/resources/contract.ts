import * as z from "zod/mini";
import { MAX_PHOTOS, photoPath } from "#shared/features/photos/contract.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { readPoint } from "./near.ts";
import { filledText, id, instant, latitude, longitude, tags, text } from "#shared/http/fields.ts";

export const resourceTypes = ["venue", "gear", "talent"] as const;
export type ResourceType = (typeof resourceTypes)[number];
export const availabilities = ["available", "unavailable", "maintenance"] as const;
/** The states of loans that block a thing for other borrowers: promised, out, and returned but not checked. */
export const blockingStates = ["approved", "handed-over", "returned"] as const;

export const MAX_TITLE = 120;
export const MAX_DESCRIPTION = 4000;

const photo = z.object({ path: photoPath, url: z.string(), thumbUrl: z.string() });

/** A resource as its readers see it: combines the specification's Listing and Offering. */
export const resource = z.object({
  id,
  _id: id,
  type: z.enum(resourceTypes),
  offeringType: z.enum(resourceTypes),
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  status: z.enum(["active", "archived"]),
  availability: z.enum(availabilities),
  /** The loans that block it now or later, without their borrowers. Missing in copies stored by an earlier version. */
  loans: z.optional(
    z.array(z.object({ state: z.enum(blockingStates), first: z.string(), last: z.string() })),
  ),
  loobricateId: id,
  communityName: z.string(),
  pseudonym: z.string(),
  author: z.object({ name: z.string(), location: z.string() }),
  isMine: z.boolean(),
  location: z.nullable(z.object({ address: z.string(), lat: z.number(), lon: z.number() })),
  /** Only for the owner and the members of its community. Null for other users, who contact the community instead. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  hasContact: z.boolean(),
  photos: z.object({ gallery: z.array(photo) }),
  photoUrls: z.array(z.string()),
  metadata: z.object({ createdAt: instant }),
  createdAt: instant,
  updatedAt: instant,
  version: z.number(),
  /** The mark of its tag, by which an offline phone recognizes the tag; null when it has none. */
  tagMark: z.nullable(z.string()),
});
export type Resource = z.infer<typeof resource>;

/** Photos as the specification's clients send them: stored paths, in a list or under `gallery`. */
const photos = z.pipe(
  z.union([z.array(photoPath), z.strictObject({ gallery: z.array(photoPath) })]),
  z.pipe(
    z.transform((value: string[] | { gallery: string[] }) => (Array.isArray(value) ? value : value.gallery)),
    z.array(z.string()).check(z.maxLength(MAX_PHOTOS, "Maximum 4 photos allowed")),
  ),
);

/** In words, or with coordinates. */
const entryLocation = z.optional(
  z.nullable(z.union([text(200), z.strictObject({ address: text(200), lat: latitude, lon: longitude })])),
);

const missing = "Missing required fields";
const newStatuses = ["active", ...availabilities] as const;

/** The specification's resource entry. Fields that name a person (`createdBy`, pseudonyms) are checked or ignored. */
export const resourceEntry = z.strictObject({
  /** Created by the client, so that a retry does not create a second resource. */
  id: z.optional(id),
  dataType: z.optional(z.literal("userEntry")),
  loobricateId: id.check(z.minLength(1, missing)),
  loobricates: z.optional(z.array(id).check(z.maxLength(1))),
  title: filledText(MAX_TITLE, missing),
  description: filledText(MAX_DESCRIPTION, missing),
  offeringType: z.enum(resourceTypes, missing),
  tags: z.optional(tags),
  status: z.optional(z.enum(newStatuses)),
  photos: z.optional(photos),
  photoUrls: z.optional(z.array(text(2000)).check(z.maxLength(MAX_PHOTOS, "Maximum 4 photos allowed"))),
  createdBy: z.optional(text(128)),
  creatorPseudonym: z.optional(text(80)),
  pseudonym: z.optional(text(80)),
  email: z.optional(z.nullable(text(254))),
  phone: z.optional(z.nullable(text(40))),
  location: entryLocation,
  latitude: z.optional(z.nullable(latitude)),
  longitude: z.optional(z.nullable(longitude)),
  createdAt: z.optional(text(40)),
  updatedAt: z.optional(text(40)),
});
export type ResourceEntry = z.infer<typeof resourceEntry>;

export const addResource = defineEndpoint({
  id: "resources.add",
  method: "POST",
  path: "/api/loobrary-signup",
  summary: "Add a resource to a community's library.",
  body: resourceEntry,
  response: resource,
});

export const addEntry = defineEndpoint({
  id: "resources.add-entry",
  method: "POST",
  path: "/api/entries",
  summary: "The same as /api/loobrary-signup, under the name the Add Entry form uses.",
  body: resourceEntry,
  response: resource,
});

/** `best` sorts by best match or shortest distance. It requires a search query or a point, and is then the default. */
export const listingSorts = ["newest", "oldest", "best"] as const;
export const MAX_LISTING_QUERY = 200;

export const listResources = defineEndpoint({
  id: "resources.list",
  method: "GET",
  path: "/api/listings",
  summary:
    "Active resources of one community or of all, in pages; with `q` those that match by words or by meaning. `mine`: the caller's own, archived ones too. `free`: those that can be borrowed now. `near`: nearest first. `changedSince`: only those that were added, changed, lent or returned later, for a copy.",
  query: z.strictObject({
    loobricateId: z.optional(id),
    mine: z.optional(z.enum(["true"])),
    type: z.optional(z.enum(resourceTypes)),
    /** Only things that can be borrowed now; `false`: only those that cannot. */
    free: z.optional(z.enum(["true", "false"])),
    /** Only things with a place, nearest first: `latitude,longitude`. */
    near: z.optional(
      z.string().check(z.refine((point) => readPoint(point) !== null, "near: as latitude,longitude.")),
    ),
    q: z.optional(text(MAX_LISTING_QUERY)),
    sort: z.optional(z.enum(listingSorts)),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
    /** `nextCursor` of the previous page, sent with the same other fields. */
    cursor: z.optional(text(200)),
    /** Cannot be combined with `q` or `near`. */
    changedSince: z.optional(instant),
  }),
  response: z.object({
    listings: z.array(resource),
    nextCursor: z.nullable(z.string()),
    /** With `changedSince`: the total number of resources, so that a client with a copy notices deletions. */
    total: z.optional(z.number()),
  }),
});

/** A resource with its history, newest first: the specification's Gear. */
const resourceDetail = z.extend(resource, {
  history: z.array(z.object({ action: z.string(), date: instant, location: z.string() })),
});
export type ResourceDetail = z.infer<typeof resourceDetail>;

export const getResource = defineEndpoint({
  id: "resources.get",
  method: "GET",
  path: "/api/listings/:resourceId",
  summary: "One resource with its history.",
  params: z.strictObject({ resourceId: id }),
  response: resourceDetail,
});

/** `archived` removes a resource from the library; any other status restores it. */
export const entryStatuses = ["active", ...availabilities, "archived"] as const;

/** Changes to an entry; missing fields are unchanged. */
export const entryChange = z.strictObject({
  title: z.optional(filledText(MAX_TITLE, "Title is required")),
  description: z.optional(filledText(MAX_DESCRIPTION, "Description is required")),
  status: z.optional(z.enum(entryStatuses)),
  tags: z.optional(tags),
  photos: z.optional(photos),
  location: entryLocation,
  latitude: z.optional(z.nullable(latitude)),
  longitude: z.optional(z.nullable(longitude)),
  /** The record version the change is based on. A stale one is rejected, and the response contains the current record. */
  version: z.optional(z.int().check(z.gte(1), z.lte(2 ** 31 - 1))),
});
export type EntryChange = z.infer<typeof entryChange>;

export const editEntry = defineEndpoint({
  id: "resources.edit",
  method: "PATCH",
  path: "/api/entries/:entryId",
  summary: "Change one's own entry.",
  params: z.strictObject({ entryId: id }),
  body: entryChange,
  response: resource,
});

export const deleteEntry = defineEndpoint({
  id: "resources.delete",
  method: "DELETE",
  path: "/api/entries/:entryId",
  summary: "Delete one's own entry for good, with its photos and its history.",
  params: z.strictObject({ entryId: id }),
  response: z.object({ id }),
});
