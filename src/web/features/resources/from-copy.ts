import { availabilityOf, BLOCKED_SCORE } from "#shared/features/lending/availability.ts";
import { dayHere } from "#shared/features/lending/days.ts";
import { metresApart } from "#shared/distance.ts";
import { readPoint } from "#shared/features/resources/near.ts";
import type { Resource, ResourceDetail } from "#shared/features/resources/contract.ts";
import { findInIndex, indexDocuments } from "#shared/features/search/document-index.ts";
import { readCopy } from "#web/offline/copy/local-copy.ts";
import { listingDocument } from "#web/offline/copy/local-documents.ts";
import { type FromCopy, readCachedQuery } from "#web/offline/copy/query-storage.ts";
import { resourceQueries } from "./api.ts";
import type { listingsQuery } from "./listings/listings-view.ts";

// The library from this phone's copy, for offline views.

type ListingsQuery = ReturnType<typeof listingsQuery>;

interface ListingsPage {
  listings: Resource[];
  nextCursor: string | null;
}

/** One entry, without its history, which only the server has. Null when this phone does not have the entry. */
export async function entryFromCopy(id: string): Promise<FromCopy<ResourceDetail> | null> {
  const copy = await readCopy("listings");
  // The copy is refreshed only occasionally; the user's newer entries are in their own list.
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

/** A page of the library. Its cursors have the server's format, so that paging can continue with either. */
export async function listingsFromCopy(query: ListingsQuery): Promise<FromCopy<ListingsPage> | null> {
  const copy = await readCopy("listings");
  return copy === null ? null : { data: pageOf(copy.data.listings, query), at: copy.at };
}

function pageOf(listings: readonly Resource[], query: ListingsQuery): ListingsPage {
  const ordered = inOrder(listings, query);
  const lastId = query.cursor?.slice(query.cursor.indexOf("_") + 1);
  // If the cursor's entry is not in the copy, there is no next page.
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
  { loobricateId, type, free, near, q = "", sort }: ListingsQuery,
): Resource[] {
  const chosen = listings.filter(
    (listing) =>
      (loobricateId === undefined || listing.loobricateId === loobricateId) &&
      (type === undefined || listing.type === type) &&
      (free === undefined || isFree(listing)),
  );
  const matches = q.trim() === "" ? null : matchesOf(chosen, q);
  const best = near === undefined ? matches : nearestOf(matches ?? chosen, near);
  if (best !== null && sort === undefined) return best;
  const found = new Set(best ?? chosen);
  const byTime = chosen.filter((listing) => found.has(listing));
  return sort === "oldest" ? byTime.toReversed() : byTime;
}

function isFree(listing: Resource): boolean {
  return availabilityOf(listing, dayHere(new Date())).state === "available";
}

/** Those with a place, nearest first. */
function nearestOf(listings: readonly Resource[], near: string): Resource[] {
  const point = readPoint(near);
  if (point === null) return [];
  return listings
    .flatMap((listing) => {
      if (listing.location === null) return [];
      const { lat: latitude, lon: longitude } = listing.location;
      return [{ listing, metres: metresApart(point, { latitude, longitude }) }];
    })
    .toSorted((one, other) => one.metres - other.metres)
    .map(({ listing }) => listing);
}

/** Word search, best match first, in the server's order. */
function matchesOf(listings: readonly Resource[], text: string): Resource[] {
  const index = indexDocuments(listings.map(listingDocument));
  const question = { text, kinds: null, connected: [], metresFrom: null, limit: listings.length };
  const byId = new Map(listings.map((listing) => [`resource:${listing.id}`, listing]));
  return findInIndex(index, question)
    .flatMap(({ id, score }) => {
      const listing = byId.get(id);
      return listing === undefined
        ? []
        : [{ listing, score: isFree(listing) ? score : score * BLOCKED_SCORE }];
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ listing }) => listing);
}
