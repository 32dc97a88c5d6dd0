import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { id as idField, instant } from "#shared/http/fields.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Administered } from "#server/features/communities/authorize.ts";
import { editResource } from "#server/features/resources/edit.ts";
import { listResourceRecords, type ResourceRecord } from "#server/features/resources/repository.ts";
import { createResource } from "#server/features/resources/service.ts";
import { entryOf, isSame, type ListingRow, readListing } from "#server/features/transfer/listing-rows.ts";
import type { Plan, PlannedRow } from "#server/features/transfer/plan.ts";
import { communitiesOfResources, keepCreationTime } from "#server/features/transfer/repository.ts";
import type { Row } from "#server/features/transfer/table.ts";
import type { Actor } from "#server/http/actor.ts";

const MOST = 100_000;

/**
 * What each row would do: a new listing is the importing admin's own, as if they had typed it; a listing that is there is
 * changed if it is theirs, and refused if it is somebody else's and differs.
 */
export async function planListings(
  db: Kysely<Schema>,
  actor: Actor,
  community: Administered,
  rows: readonly Row[],
): Promise<Plan> {
  const read = rows.map(readListing);
  const known = new Map(
    (await listResourceRecords(db, { communityId: community.id, limit: MOST })).map((record) => [
      record.id,
      record,
    ]),
  );
  const given = read.flatMap((each) =>
    "listing" in each && each.listing.id !== null ? [each.listing.id] : [],
  );
  const elsewhere = await communitiesOfResources(db, given);
  const seen = new Set<string>();
  return read.map((each, index): PlannedRow => {
    const name = nameOf(rows[index]);
    if ("problem" in each) return { name, does: "refused", problem: each.problem };
    const { listing } = each;
    const resourceId = idOf(listing, community.id, elsewhere);
    if (seen.has(resourceId))
      return { name, does: "refused", problem: "The same listing is in the file twice." };
    seen.add(resourceId);
    return plan(actor, community, listing, resourceId, known.get(resourceId));
  });
}

function plan(
  actor: Actor,
  community: Administered,
  listing: ListingRow,
  resourceId: string,
  there: ResourceRecord | undefined,
): PlannedRow {
  const name = listing.title;
  const entry = entryOf(listing, resourceId, community.id);
  if (there === undefined) {
    return {
      name,
      does: "added",
      async apply(db) {
        await createResource(db, actor, entry);
        const at = instant.safeParse(listing.createdAt).data;
        if (at !== undefined && Date.parse(at) < Date.now())
          await keepCreationTime(db, resourceId, new Date(at));
      },
    };
  }
  if (isSame(listing, there)) return { name, does: "unchanged" };
  if (there.createdBy !== actor.userId)
    return { name, does: "refused", problem: `It is ${there.pseudonym}'s: only they can change it.` };
  if (listing.type !== there.type)
    return { name, does: "refused", problem: "The type of a listing cannot change." };
  const { title, description, tags, status, location, latitude, longitude } = entry;
  return {
    name,
    does: "changed",
    async apply(db) {
      await editResource(db, actor, resourceId, {
        title,
        description,
        tags,
        status,
        location,
        latitude,
        longitude,
      });
    },
  };
}

/** The file's own id, or one that the same row always gets: without an id, or where another community has it. */
function idOf(listing: ListingRow, communityId: string, elsewhere: ReadonlyMap<string, string>): string {
  const { id, title, description, type } = listing;
  const owner = id === null ? undefined : elsewhere.get(id);
  const isOurs = owner === undefined || owner === communityId;
  if (id !== null && isOurs && idField.safeParse(id).success) return id;
  const described = JSON.stringify([communityId, id ?? [title, description, type]]);
  return createHash("sha256").update(described).digest("base64url").slice(0, 22);
}

function nameOf(row: Row | undefined): string | null {
  const title = row?.["title"];
  return typeof title === "string" && title !== "" ? title.slice(0, 80).toWellFormed() : null;
}
