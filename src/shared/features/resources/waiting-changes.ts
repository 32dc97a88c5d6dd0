import type { Bundle, ResultOf } from "#shared/outbox/operation.ts";
import { deleteEntry, editEntry, type EntryChange, type Resource } from "./contract.ts";

/** The fields that the app's forms change. A photo is a stored path, or a mark for one that is not uploaded yet. */
interface Edit extends Partial<Pick<Resource, "title" | "description" | "location">> {
  status?: EntryChange["status"];
  photos?: readonly (string | ResultOf)[];
}

/** An edit or a deletion of a listing that waits to be sent. */
export interface WaitingChange {
  operationId: string;
  listingId: string;
  /** Null: a deletion. */
  edit: Edit | null;
}

/** A user's outbox. The body of an operation is undefined when the device has lost it. */
interface Outbox {
  operations: readonly { id: string; body: unknown }[];
  bundles: readonly Bundle[];
}

/** The waiting changes of listings, oldest first. One that the server has refused does not count: the user decides about it. */
export function waitingChanges({ operations, bundles }: Outbox): WaitingChange[] {
  return bundles.flatMap(({ operation: { id, endpointId, params }, state }): WaitingChange[] => {
    const listingId = params?.["entryId"];
    if (listingId === undefined || state !== "queued") return [];
    if (endpointId === deleteEntry.id) return [{ operationId: id, listingId, edit: null }];
    const body = operations.find((operation) => operation.id === id)?.body;
    if (endpointId !== editEntry.id || body === undefined) return [];
    // Only the app's forms write it.
    return [{ operationId: id, listingId, edit: body as Edit }];
  });
}

/** Whether the user has deleted the listing and the server does not know yet. */
export function isDeletionWaiting(changes: readonly WaitingChange[], listingId: string): boolean {
  return changes.some((change) => change.listingId === listingId && change.edit === null);
}

/** The server's listing with the user's waiting edits. */
export function withEdits<Listing extends Resource>(
  listing: Listing,
  changes: readonly WaitingChange[],
): Listing {
  return changes
    .filter(({ listingId }) => listingId === listing.id)
    .reduce((before, { edit }) => (edit === null ? before : edited(before, edit)), listing);
}

/** The user's listings with their waiting edits, without those whose deletion waits. */
export function withChanges<Listing extends Resource>(
  listings: readonly Listing[],
  changes: readonly WaitingChange[],
): Listing[] {
  return listings
    .filter(({ id }) => !isDeletionWaiting(changes, id))
    .map((listing) => withEdits(listing, changes));
}

/** `withChanges` for a list of the library, which does not contain what is archived. */
export function libraryWith<Listing extends Resource>(
  listings: readonly Listing[],
  changes: readonly WaitingChange[],
): Listing[] {
  return withChanges(listings, changes).filter(({ status }) => status !== "archived");
}

function edited<Listing extends Resource>(before: Listing, { status, photos, ...edit }: Edit): Listing {
  const { title, description, location } = { ...before, ...edit };
  const { gallery } = before.photos;
  // A photo that is not uploaded yet has no address.
  const kept = photos?.flatMap((path) => gallery.find((photo) => photo.path === path) ?? []);
  return {
    ...before,
    title,
    description,
    location,
    ...(kept === undefined ? {} : { photos: { gallery: kept } }),
    ...statusAfter(before, status),
  };
}

/** By the server's rule: `active` brings an archived listing back with the availability it had before. */
function statusAfter(
  { status, availability }: Resource,
  change: Edit["status"],
): Pick<Resource, "status" | "availability"> {
  if (change === undefined) return { status, availability };
  if (change === "archived") return { status: "archived", availability };
  if (change !== "active") return { status: "active", availability: change };
  return { status: "active", availability: status === "archived" ? availability : "available" };
}
