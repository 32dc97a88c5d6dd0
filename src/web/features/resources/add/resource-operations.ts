import type { SessionUser } from "#shared/features/account/contract.ts";
import type { Community } from "#shared/features/communities/contract.ts";
import { addEntry, addResource } from "#shared/features/resources/contract.ts";
import { operation } from "#web/offline/outbox/queue.ts";
import type { Submission } from "#web/offline/outbox/submit.ts";
import { photoPath, uploadsOf } from "./photo-uploads.ts";
import type { ResourceDraft } from "./resource-draft.ts";

export interface NewResource {
  resourceId: string;
  draft: ResourceDraft;
  maker: SessionUser;
  community: Community;
  /** The form that made it: each has its own endpoint. */
  form?: "resource" | "entry";
}

interface Sending {
  /** Id of the operation that adds the resource. */
  operationId: string;
  /** Ids of photos an earlier attempt has already uploaded. */
  uploaded: ReadonlySet<string>;
  at: Date;
}

/**
 * Operations for a resource: one upload for each photo, and the entry that refers to their answers.
 * @throws TypeError for a draft without a type; the form checks it before
 */
export function resourceOperations(
  { resourceId, draft, maker, community, form = "resource" }: NewResource,
  { operationId, uploaded, at }: Sending,
): Submission[] {
  const title = draft.title.trim();
  if (draft.type === null) throw new TypeError("The form checks the type before it sends.");
  const body = {
    id: resourceId,
    loobricateId: community.id,
    loobricates: [community.id],
    title,
    description: draft.description.trim(),
    offeringType: draft.type,
    tags: draft.tags,
    photos: draft.photos.map(({ id }) => photoPath(id)),
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
    createdBy: maker.userId,
    creatorPseudonym: maker.pseudonym,
    pseudonym: maker.pseudonym,
    ...contactOf(draft.contact),
    ...entryPlace(draft, community),
  };
  const options = {
    id: operationId,
    entity: `resource:${resourceId}`,
    label: title,
    dependsOn: draft.photos.map(({ id }) => id),
  };
  return [
    ...uploadsOf(draft.photos, { title, uploaded }),
    form === "entry"
      ? operation(addEntry, { body: { ...body, status: "available" } }, options)
      : operation(addResource, { body: { ...body, dataType: "userEntry", status: "active" } }, options),
  ];
}

/** A contact with an @ is an email address, anything else a number or a name to ask for. */
function contactOf(typed: string): { email?: string; phone?: string } {
  const contact = typed.trim();
  if (contact === "") return {};
  return contact.includes("@") ? { email: contact } : { phone: contact };
}

/** A resource has its community's place unless it has its own. */
function entryPlace({ location }: ResourceDraft, { address, latitude, longitude }: Community) {
  if (location !== null) return { location, latitude: location.lat, longitude: location.lon };
  if (latitude === null || longitude === null) return {};
  return { location: { address, lat: latitude, lon: longitude }, latitude, longitude };
}
