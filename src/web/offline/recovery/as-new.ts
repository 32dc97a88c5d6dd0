import type { editMemory, tickItem } from "#shared/features/memories/archive/archive-contract.ts";
import type { createMemory, MemoryType } from "#shared/features/memories/contract.ts";
import { MAX_MEMORY, tooShort } from "#shared/features/memories/length-rule.ts";
import type { addNeed, changeNeed } from "#shared/features/needs/contract.ts";
import type { addEntry, editEntry } from "#shared/features/resources/contract.ts";
import type { NewOperation, Operation, ResultOf } from "#shared/outbox/operation.ts";
import { type Fields, isFields } from "#shared/json-fields.ts";

// Turns a change of something that was deleted into a new thing.

// Written out, because the contracts bring their schemas along.
const EDIT_ENTRY: typeof editEntry.id = "resources.edit";
const EDIT_MEMORY: typeof editMemory.id = "memories.edit";
const TICK_ITEM: typeof tickItem.id = "memories.tick-item";
const CHANGE_NEED: typeof changeNeed.id = "needs.change";
const ADD_ENTRY: typeof addEntry.id = "resources.add-entry";
const CREATE_MEMORY: typeof createMemory.id = "memories.create";
const ADD_NEED: typeof addNeed.id = "needs.add";
const memoryTypes: readonly MemoryType[] = ["want-to-know", "looking-for", "something-else"];
const changes: ReadonlySet<string> = new Set([EDIT_ENTRY, EDIT_MEMORY, TICK_ITEM, CHANGE_NEED]);

/** The call that makes the new thing. The thing's id is that of the change, so that it is made only once. */
export interface AsNew extends Pick<NewOperation, "endpointId" | "entity"> {
  body: Record<string, unknown>;
  /** Ids of the uploads whose photos are used; the body refers to them by `newUploadId`. */
  uploads: string[];
  /** Number of photos the change left in place: they were deleted with the thing. */
  lostPhotos: number;
}

/** Whether a change was refused because its user deleted the thing elsewhere. */
export function isOfDeleted({ endpointId, problem }: Pick<Operation, "endpointId" | "problem">): boolean {
  return problem?.code === "gone" && changes.has(endpointId);
}

/** Id for uploading a photo again: the server may have deleted a photo that nothing used. */
export function newUploadId(id: string): string {
  return `${id}.new`;
}

/**
 * Turns a change into a call that makes a new thing, from the fields of the change and, in `rest`, the unchanged fields.
 * @returns always the same call for the same change, or a sentence saying why it is impossible
 */
export function asNew(
  change: Pick<Operation, "id" | "endpointId" | "rest">,
  body: unknown,
): AsNew | { reason: string } {
  const rest = isFields(change.rest) ? change.rest : {};
  if (!isFields(body)) return NOTHING;
  switch (change.endpointId) {
    case EDIT_MEMORY:
      return memoryOf(change.id, body, rest);
    case EDIT_ENTRY:
      return entryOf(change.id, body, rest);
    case CHANGE_NEED:
      return needOf(change.id, body, rest);
    default:
      return NOTHING;
  }
}

const NOTHING = { reason: "There is nothing to keep of this change: it says nothing of its own." };
const MISSING = {
  reason:
    "This device does not have the rest of it, so it cannot be kept as new. Save a copy of what you wrote.",
};

function memoryOf(
  id: string,
  { content, useRag }: Fields,
  { type: given, createdAt }: Fields,
): AsNew | { reason: string } {
  if (typeof content !== "string") return NOTHING;
  const type = memoryTypes.find((one) => one === given);
  if (type === undefined || typeof createdAt !== "string") return MISSING;
  const short = tooShort(type, content);
  if (short !== null) return { reason: `${short} Save a copy of it.` };
  if (content.length > MAX_MEMORY)
    return { reason: "A new memory has at most 2,000 characters. Save a copy of what you wrote." };
  const body = { id, type, createdAt, content, ...(typeof useRag === "boolean" ? { useRag } : {}) };
  return { endpointId: CREATE_MEMORY, entity: `memory:${id}`, body, uploads: [], lostPhotos: 0 };
}

function entryOf(id: string, change: Fields, rest: Fields): AsNew | { reason: string } {
  const { title, description, status } = change;
  if (typeof title !== "string" || typeof description !== "string" || status === "archived") return NOTHING;
  const { loobricateId, offeringType, tags, email, phone, location } = rest;
  if (typeof loobricateId !== "string" || typeof offeringType !== "string") return MISSING;
  const photos = Array.isArray(change["photos"]) ? change["photos"] : [];
  const uploads = photos.flatMap((photo: unknown) =>
    isFields(photo) && typeof photo["$resultOf"] === "string" ? [photo["$resultOf"]] : [],
  );
  const body = {
    id,
    loobricateId,
    offeringType,
    title,
    description,
    // In the format of the add form.
    tags: Array.isArray(tags) ? tags.join(", ") : "",
    ...(typeof status === "string" ? { status } : {}),
    ...(typeof email === "string" ? { email } : {}),
    ...(typeof phone === "string" ? { phone } : {}),
    ...(isFields(location) ? { location } : {}),
    photos: uploads.map((upload): ResultOf => ({ $resultOf: newUploadId(upload), field: "path" })),
  };
  const lostPhotos = photos.length - uploads.length;
  return { endpointId: ADD_ENTRY, entity: `resource:${id}`, body, uploads, lostPhotos };
}

function needOf(id: string, { state, isShared }: Fields, rest: Fields): AsNew | { reason: string } {
  if (state === "closed") return NOTHING;
  const { content, place } = rest;
  if (typeof content !== "string") return MISSING;
  const shared = isShared ?? rest["isShared"];
  const body = { id, content, ...(typeof place === "string" ? { place } : {}), isShared: shared === true };
  return { endpointId: ADD_NEED, entity: `need:${id}`, body, uploads: [], lostPhotos: 0 };
}
