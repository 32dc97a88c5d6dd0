import type { Resource, ResourceDetail } from "#shared/features/resources/contract.ts";
import { findInIndex, indexDocuments } from "#shared/features/search/document-index.ts";
import { readCopy } from "#web/offline/copy/local-copy.ts";
import { listingDocument } from "#web/offline/copy/local-documents.ts";
import { type FromCopy, readCachedQuery } from "#web/offline/copy/query-storage.ts";
import { resourceQueries } from "./api.ts";
import type { listingsQuery } from "./listings/listings-view.ts";

// The library as this phone has it, for the screens that ask for it without a signal.

type ListingsQuery = ReturnType<typeof listingsQuery>;

interface ListingsPage {
  listings: Resource[];
  nextCursor: string | null;
}

/** One entry; its history is the server's. Null when this phone has not got it. */
export async function entryFromCopy(id: string): Promise<FromCopy<ResourceDetail> | null> {
  const copy = await readCopy("listings");
  // The copy is renewed now and then; what the person has added since stands in the list of their own.
  const mine = await readCachedQuery<Resource[]>(resourceQueries.mine().queryKey);
  const lists = [
    ...(copy === null ? [] : [{ at: copy.at, listings: copy.data.listings }]),
    ...(mine === null ? [] : [{ at: mine.at, listings: mine.data }]),
  ];
  const [newest] = lists
    .flatMap(({ at, listings }) =>
      listings.filter((one) => one.id === id).map((listing) => ({ at, listing })),
    )
    .toSorted((a, b) => b.at - a.at);
  return newest === undefined ? null : { data: { ...newest.listing, history: [] }, at: newest.at };
}

/** A page of the library. Its cursors are the server's own, so that one goes on with the other. */
export async function listingsFromCopy(query: ListingsQuery): Promise<FromCopy<ListingsPage> | null> {
  const copy = await readCopy("listings");
  return copy === null ? null : { data: pageOf(copy.data.listings, query), at: copy.at };
}

function pageOf(listings: readonly Resource[], query: ListingsQuery): ListingsPage {
  const ordered = inOrder(listings, query);
  const lastId = query.cursor?.slice(query.cursor.indexOf("_") + 1);
  // Behind an entry that is not here there is nothing to go on with.
  const behind = lastId === undefined ? 0 : ordered.findIndex(({ id }) => id === lastId) + 1;
  const start = lastId !== undefined && behind === 0 ? ordered.length : behind;
  const end = start + query.limit;
  const last = end < ordered.length ? ordered[end - 1] : undefined;
  return {
    listings: ordered.slice(start, end),
    nextCursor: last === undefined ? null : `${last.createdAt}_${last.id}`,
  };
}

function inOrder(
  listings: readonly Resource[],
  { loobricateId, type, q = "", sort }: ListingsQuery,
): Resource[] {
  const chosen = listings.filter(
    (listing) =>
      (loobricateId === undefined || listing.loobricateId === loobricateId) &&
      (type === undefined || listing.type === type),
  );
  const matches = q.trim() === "" ? null : matchesOf(chosen, q);
  if (matches !== null && sort === undefined) return matches;
  const found = new Set(matches ?? chosen);
  const byTime = chosen.filter((listing) => found.has(listing));
  return sort === "oldest" ? byTime.toReversed() : byTime;
}

/** By words alone, best first. */
function matchesOf(listings: readonly Resource[], text: string): Resource[] {
  const index = indexDocuments(listings.map(listingDocument));
  const question = { text, kinds: null, connected: [], metresFrom: null, limit: listings.length };
  const byId = new Map(listings.map((listing) => [`resource:${listing.id}`, listing]));
  return findInIndex(index, question).flatMap(({ id }) => byId.get(id) ?? []);
}
