import { addResource, editEntry, type Resource } from "#shared/features/resources/contract.ts";
import type { Entrance } from "#shared/features/resources/listing-draft.ts";
import { splitTags } from "#shared/http/tags.ts";
import { newId } from "#shared/id.ts";
import {
  bundlesOf,
  type OperationProblem,
  type OperationState,
  type ResultOf,
} from "#shared/outbox/operation.ts";
import { uploadFailure } from "#web/features/photos/picked-photos.ts";
import { openStoredPhoto } from "#web/features/photos/stored-photo.ts";
import { listQueued, type QueuedOperation } from "#web/offline/outbox/outbox.ts";
import type { ListingContent } from "./save-listing.ts";
import { addressOf, emptyDraft } from "./listing-values.ts";
import { addedBy } from "./queued-resources.ts";

/** A new thing, or a change of one, that is queued on this device, in the format of its form. */
export interface QueuedListing extends ListingContent {
  entrance: Entrance;
  resourceId: string;
  /** Ids of the operations that the next attempt replaces. */
  operationIds: string[];
  state: OperationState;
  /** The reason why it was refused. */
  problem: OperationProblem | null;
  /** Number of photos missing on this device. */
  lostPhotos: number;
}

/** Opens a queued new thing by its operation, or the last queued change of an entry; null when there is none. */
export async function openQueuedListing(
  wanted: { operationId: string } | { entryId: string },
): Promise<QueuedListing | null> {
  const operations = await listQueued();
  const bundle = bundlesOf(operations).findLast(({ operation: { id, endpointId, params } }) =>
    "operationId" in wanted
      ? id === wanted.operationId
      : endpointId === editEntry.id && params?.["entryId"] === wanted.entryId,
  );
  const write = contentOf(operations.find(({ id }) => id === bundle?.operation.id));
  if (bundle === undefined || write === null) return null;
  const { operation, parts, state, problem } = bundle;
  const open = async (photo: QueuedPhoto): Promise<QueuedListing["photos"]> => {
    if (typeof photo === "string") return [{ id: photo, blob: null, storedPath: photo, problem: null }];
    const blob = await openStoredPhoto(photo.$resultOf);
    const upload = parts.find(({ id }) => id === photo.$resultOf);
    if (blob === null) return [];
    const refusal = upload?.state === "failed" ? uploadFailure(blob, upload.problem?.error) : null;
    // A new id, because the photo is uploaded again: the server may have deleted an old upload.
    return [{ id: newId(), blob, storedPath: null, problem: refusal }];
  };
  const photos = (await Promise.all(write.photos.map(open))).flat();
  return {
    ...write,
    photos,
    operationIds: [...parts, operation].map(({ id }) => id),
    state,
    problem,
    lostPhotos: write.photos.length - photos.length,
  };
}

type QueuedPhoto = string | ResultOf;

/** Fields of a queued change that are displayed again, as save-listing.ts writes them. */
interface EditBody extends Pick<Resource, "title" | "description"> {
  status: Resource["availability"];
  photos: readonly QueuedPhoto[];
}

interface QueuedContent extends Pick<QueuedListing, "entrance" | "resourceId" | "draft"> {
  photos: readonly QueuedPhoto[];
}

function contentOf(operation: QueuedOperation | undefined): QueuedContent | null {
  const added = addedBy(operation);
  if (added !== null) {
    const isShort = operation?.endpointId === addResource.id;
    const { id, loobricateId, offeringType, title, description, tags, photos } = added;
    return {
      entrance: isShort ? "resource" : "entry",
      resourceId: id,
      draft: {
        ...emptyDraft,
        communityId: loobricateId,
        type: offeringType,
        title,
        description,
        tags: splitTags(tags),
        contact: added.email ?? added.phone ?? "",
        // A thing of the short form has its community's place, also after the community is changed.
        ...(isShort ? {} : { address: addressOf(added.location ?? null) }),
      },
      photos,
    };
  }
  if (operation?.endpointId !== editEntry.id || !isOfForm(operation.body)) return null;
  const { title, description, status: availability, photos } = operation.body;
  const resourceId = operation.params?.["entryId"] ?? "";
  const draft = { ...emptyDraft, title, description, availability };
  return { entrance: "edit", resourceId, draft, photos };
}

/** Whether the edit form wrote this change. Archiving or placing an entry writes other fields. */
function isOfForm(body: unknown): body is EditBody {
  return typeof body === "object" && body !== null && "title" in body && "photos" in body;
}
