import { createHash } from "node:crypto";
import { notifyMoved } from "#server/features/lending/removal.ts";
import { type EntryChange, type ResourceEntry } from "#shared/features/resources/contract.ts";
import { id as idField, instant } from "#shared/http/fields.ts";
import { wordsOf } from "#shared/json-fields.ts";
import type { Administered } from "#server/features/communities/people/authorize.ts";
import { editResource } from "#server/features/resources/edit.ts";
import {
  communitiesOfResources,
  listResourceRecords,
  type ResourceRecord,
} from "#server/features/resources/repository.ts";
import { assertListingRoom, createResources } from "#server/features/resources/service.ts";
import { assertEmbeddingRoom } from "#server/features/search/embedding-room.ts";
import type { ImportKind } from "./import-rows.ts";
import { entryOf, isSame, type ListingRow, readListing, shownColumns } from "./listing-rows.ts";
import type { PlannedRow } from "./plan.ts";
import type { Fields } from "./table.ts";
import type { Actor } from "#server/http/request/actor.ts";

type ReadListing = { name: string | null } & (
  | { problem: string }
  | { listing: ListingRow; resourceId: string }
);
type ListingChange =
  | { entry: ResourceEntry & { id: string }; createdAt: Date | null }
  | { resourceId: string; values: EntryChange };

/** Records read per statement. */
const AT_ONCE = 500;

/**
 * A new listing belongs to the importing admin, as if they had typed it. An existing one is changed if it is the admin's, and refused if it
 * is another user's and differs.
 */
export const listingsKind: ImportKind<ReadListing, ListingChange> = {
  async read(db, community, rows) {
    const read = rows.map(({ fields, problem }) =>
      problem === undefined ? readListing(fields) : { problem },
    );
    const ids = read.flatMap((each) =>
      "listing" in each && each.listing.id !== null ? [each.listing.id] : [],
    );
    const elsewhere = await communitiesOfResources(db, ids);
    const seen = new Set<string>();
    return read.map((each, index): ReadListing => {
      const name = nameOf(rows[index]?.fields);
      if ("problem" in each) return { name, problem: each.problem };
      const resourceId = idOf(each.listing, community.id, elsewhere);
      if (seen.has(resourceId)) return { name, problem: "The same listing is in the file twice." };
      seen.add(resourceId);
      return { name, listing: each.listing, resourceId };
    });
  },
  show: (read, rows) => ({
    columns: shownColumns,
    cells: read.map((each, index) => ("listing" in each ? each.listing : (rows[index]?.fields ?? {}))),
  }),
  async plan(db, actor, community, read) {
    const plan: PlannedRow<ListingChange>[] = [];
    for (let start = 0; start < read.length; start += AT_ONCE) {
      const some = read.slice(start, start + AT_ONCE);
      const ids = some.flatMap((each) => ("listing" in each ? [each.resourceId] : []));
      const filter = { communityId: community.id, ids, limit: AT_ONCE };
      const records = ids.length === 0 ? [] : await listResourceRecords(db, filter);
      const known = new Map(records.map((record) => [record.id, record]));
      const stored = await communitiesOfResources(db, ids);
      for (const each of some) {
        if ("problem" in each) plan.push({ name: each.name, does: "refused", problem: each.problem });
        else if (!known.has(each.resourceId) && stored.has(each.resourceId))
          plan.push({ name: each.name, does: "refused", problem: "It was taken out of the library." });
        else plan.push(planOne(actor, community, each, known.get(each.resourceId)));
      }
    }
    return plan;
  },
  async assertRoom(deps, actor, community, plan) {
    const added = plan.filter(({ does }) => does === "added").length;
    if (added === 0) return;
    await assertListingRoom(deps.database.kysely, actor, community.id, deps.config.limits, added);
    await assertEmbeddingRoom(deps, actor);
  },
  async apply(tx, actor, community, plan) {
    const changes = plan.flatMap((row) => ("change" in row ? [row.change] : []));
    await createResources(
      tx,
      actor,
      community,
      changes.filter((change) => "entry" in change),
    );
    for (const change of changes)
      if ("values" in change) await editResource(tx, actor, change.resourceId, change.values, notifyMoved);
  },
};

function planOne(
  actor: Actor,
  community: Administered,
  { listing, resourceId }: { listing: ListingRow; resourceId: string },
  there: ResourceRecord | undefined,
): PlannedRow<ListingChange> {
  const name = listing.title;
  const entry = { ...entryOf(listing, resourceId, community.id), id: resourceId };
  if (there === undefined) {
    // A reimported listing keeps its age.
    const at = instant.safeParse(listing.createdAt).data;
    const createdAt = at !== undefined && Date.parse(at) < Date.now() ? new Date(at) : null;
    return { name, does: "added", change: { entry, createdAt } };
  }
  if (isSame(listing, there)) return { name, does: "unchanged" };
  if (there.createdBy !== actor.userId)
    return { name, does: "refused", problem: `It is ${there.pseudonym}'s: only they can change it.` };
  if (listing.type !== there.type)
    return { name, does: "refused", problem: "The type of a listing cannot change." };
  const { title, description, tags, status, location, latitude, longitude } = entry;
  const values = { title, description, tags, status, location, latitude, longitude };
  return { name, does: "changed", change: { resourceId, values } };
}

/** The file's id, or a derived one, always the same for the same row, if there is none or another community has it. */
function idOf(listing: ListingRow, communityId: string, elsewhere: ReadonlyMap<string, string>): string {
  const { id, title, description, type } = listing;
  const owner = id === null ? undefined : elsewhere.get(id);
  const isOurs = owner === undefined || owner === communityId;
  if (id !== null && isOurs && idField.safeParse(id).success) return id;
  const described = JSON.stringify([communityId, id ?? [title, description, type]]);
  return createHash("sha256").update(described).digest("base64url").slice(0, 22);
}

function nameOf(row: Fields | undefined): string | null {
  return wordsOf(row?.["title"]).slice(0, 80).toWellFormed() || null;
}
