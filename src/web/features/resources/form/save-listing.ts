import { useRef } from "react";
import type { SessionUser } from "#shared/features/account/contract.ts";
import type { Community } from "#shared/features/communities/contract.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { addEntry, addResource, editEntry, type Resource } from "#shared/features/resources/contract.ts";
import type { Entrance, ListingDraft } from "#shared/features/resources/listing-draft.ts";
import { newId } from "#shared/id.ts";
import type { ResultOf } from "#shared/outbox/operation.ts";
import {
  newPhotos,
  type PickedPhoto,
  type PickedPhotos,
  uploadFailure,
} from "#web/features/photos/picked-photos.ts";
import { onChange } from "#web/offline/changes.ts";
import type { FormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { discard, findAnswer, listOperations } from "#web/offline/outbox/outbox.ts";
import {
  operation,
  type PreparedOperation,
  type QueueingOptions,
  type QueueResult,
  storeAndWait,
} from "#web/offline/outbox/queue.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import type { QueuedListing } from "./queued-listing.ts";

/** From the specification: 3 retries of an upload, after 1 s, 2 s and 4 s. */
const UPLOAD_RETRIES = 3;

/** The fields of an entry that an edit needs. */
export type EditedEntry = Pick<Resource, "id" | "version">;

/** The effect of saving a form: it adds a thing to a community, or changes an entry. */
export type ListingTarget =
  | { entrance: Exclude<Entrance, "edit">; resourceId: string; maker: SessionUser; community: Community }
  /** @param base the version of the entry that the change is based on */
  | { entrance: "edit"; base: EditedEntry };

/** A form's content in the format of the request. */
export interface ListingContent {
  draft: ListingDraft;
  photos: readonly (Pick<PickedPhoto, "id" | "blob" | "storedPath"> & {
    /** The reason why it could not be sent. */
    problem?: string | null;
  })[];
}

interface Saving {
  target: ListingTarget;
  content: ListingContent;
  markPhoto: PickedPhotos["mark"];
  /** The draft that the form stores, if any. */
  draft?: Pick<FormDraft, "sendAs">;
}

/**
 * Saves a thing. A second attempt of the same form replaces the first.
 * @param queued the queued write that the form shows, if any
 * @param failure the message when no attempt was possible
 */
export function useSaveListing(queued: QueuedListing | null, failure: string) {
  const operationIds = useRef<readonly string[]>(queued?.operationIds ?? []);
  const save = useQueuedMutation({
    send: async ({ target, content, markPhoto, draft }: Saving, operationId) => {
      draft?.sendAs(operationId);
      const options = { replaces: operationIds.current, operationId };
      const result = await sendListing(target, content, markPhoto, options);
      // If this device could not store the write, the earlier one was not replaced.
      const isStored = result.status !== "refused" || result.error.code !== "insufficient-storage";
      if (isStored) operationIds.current = result.operationIds;
      return result;
    },
    failure,
  });
  /** Withdraws the write; the server's version is unchanged. */
  const withdraw = async (): Promise<void> => {
    const operationId = operationIds.current.at(-1);
    if (operationId !== undefined) await discard(operationId);
  };
  return { ...save, discard: withdraw };
}

/**
 * Stores the write of a form with its photos, without uploading a photo again that an earlier attempt has uploaded.
 * @param markPhoto shows the progress of each photo
 * @param options `operationId`: that of the form's write. `replaces`: ids of the operations this replaces
 */
async function sendListing(
  target: ListingTarget,
  content: ListingContent,
  markPhoto: PickedPhotos["mark"],
  { operationId, ...options }: Pick<QueueingOptions, "replaces"> & { operationId: string },
) {
  const fresh = newPhotos(content.photos).map(({ id }) => id);
  const answers = await Promise.all(fresh.map(findAnswer));
  const uploaded = new Set(fresh.filter((_, index) => answers[index] !== undefined));
  for (const id of fresh) markPhoto(id, { phase: uploaded.has(id) ? "sent" : "sending" });
  const mark = () => void markPhotos(content.photos, markPhoto).catch(() => undefined);
  const stopMarking = onChange(mark);
  try {
    const operations = listingOperations(target, content, { uploaded, operationId });
    const saved = await storeAndWait(operations, { ...options, staysWhenRefused: true });
    const result = saved as QueueResult<Resource>; // every entrance is answered with the resource
    return { ...result, operationIds: [...fresh, result.operationId] };
  } finally {
    stopMarking();
    mark();
  }
}

async function markPhotos(photos: ListingContent["photos"], markPhoto: PickedPhotos["mark"]): Promise<void> {
  const queued = await listOperations();
  for (const { id, blob } of newPhotos(photos)) {
    const upload = queued.find((candidate) => candidate.id === id);
    if (upload?.state === "failed")
      markPhoto(id, { phase: "failed", message: uploadFailure(blob, upload.problem?.error) });
    else markPhoto(id, { phase: upload === undefined ? "sent" : "sending" });
  }
}

interface ListingOptions {
  /** Ids of the photos that an earlier attempt has uploaded. */
  uploaded?: ReadonlySet<string>;
  /** That of the write after the uploads. Default: a new one. */
  operationId?: string;
  at?: Date;
}

/**
 * Operations that save a form: one upload for each photo that is not on the server yet, and the write that refers to their responses.
 * @throws TypeError for a new thing without a type; the form validates it before
 */
export function listingOperations(
  target: ListingTarget,
  { draft, photos }: ListingContent,
  { uploaded = new Set(), operationId = newId(), at = new Date() }: ListingOptions = {},
): PreparedOperation[] {
  const title = draft.title.trim();
  const fresh = newPhotos(photos);
  const uploads = fresh
    .filter(({ id }) => !uploaded.has(id))
    .map(({ id, blob }) =>
      operation(
        uploadPhoto,
        { body: { file: blob, purpose: "entry" } },
        { id, entity: `photo:${id}`, label: `Photo of ${title}`, retries: UPLOAD_RETRIES },
      ),
    );
  const content = {
    title,
    description: draft.description.trim(),
    photos: photos.map(({ id, storedPath }) => storedPath ?? pathOfUpload(id)),
  };
  const options = { id: operationId, label: title, dependsOn: fresh.map(({ id }) => id) };
  if (target.entrance === "edit") {
    const { id, version } = target.base;
    const change = operation(
      editEntry,
      { params: { entryId: id }, body: { ...content, status: draft.availability, version } },
      { ...options, label: `Changes of ${title}`, entity: `resource:${id}` },
    );
    return [...uploads, change];
  }
  const { entrance, resourceId, maker, community } = target;
  if (draft.type === null) throw new TypeError("The form checks the type before it sends.");
  const body = {
    ...content,
    id: resourceId,
    loobricateId: community.id,
    loobricates: [community.id],
    offeringType: draft.type,
    tags: draft.tags.join(", "),
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
    createdBy: maker.userId,
    creatorPseudonym: maker.pseudonym,
    pseudonym: maker.pseudonym,
    ...contactOf(draft.contact),
    ...placeOf(draft, community),
  };
  const entity = `resource:${resourceId}`;
  const added =
    entrance === "entry"
      ? operation(addEntry, { body: { ...body, status: "available" } }, { ...options, entity })
      : operation(
          addResource,
          { body: { ...body, dataType: "userEntry", status: "active" } },
          { ...options, entity },
        );
  return [...uploads, added];
}

/** A reference to the path that an upload will return. */
function pathOfUpload(uploadId: string): ResultOf {
  return { $resultOf: uploadId, field: "path" };
}

/** A contact with an @ is an email address, any other text a number or a name to ask for. */
function contactOf(typed: string): { email?: string; phone?: string } {
  const contact = typed.trim();
  if (contact === "") return {};
  return contact.includes("@") ? { email: contact } : { phone: contact };
}

/** A thing has its community's place unless it has its own. */
function placeOf({ address: { place } }: ListingDraft, community: Community) {
  const { address, latitude, longitude } = place ?? community;
  if (latitude === null || longitude === null) return {};
  return { location: { address, lat: latitude, lon: longitude }, latitude, longitude };
}
