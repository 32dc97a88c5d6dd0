import { listResources, type Resource } from "#shared/features/resources/contract.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { call } from "#web/lib/server/api-client.ts";
import type { ListingsCopy } from "#web/offline/copy/local-copy.ts";

/**
 * Maximum listings a phone stores: the newest overall, plus, in a larger library, `MOST_OF_COMMUNITY` of each of the user's communities.
 */
export const MOST_LISTINGS = 2000;
const MOST_OF_COMMUNITY = 500;
const PAGE = 500;
/** Milliseconds after which the whole copy is fetched again, to renew data without a change date (a community's new name). */
const WHOLE_FOR_MS = 24 * 60 * 60_000;
/** Milliseconds of overlap: a change becomes visible a moment after its timestamp. */
const OVERLAP_MS = 60_000;

/**
 * Refreshes the library. Fetches only changes if the copy is not too old, is complete and has as many listings as the server, and the user
 * belongs to the same communities; otherwise all listings.
 * @throws ApiError
 */
export async function renewListings(
  known: ListingsCopy | null,
  communityIds: readonly string[],
  now: number,
): Promise<ListingsCopy> {
  const isRecent = known !== null && now - known.wholeAt < WHOLE_FOR_MS;
  if (isRecent && !known.isPart && isSameSet(known.communityIds, communityIds)) {
    const { listings, total } = await fetchListings(MOST_LISTINGS, { changedSince: newestChange(known) });
    const merged = merge([...listings, ...known.listings]);
    if (merged.length === total) return { ...known, listings: merged };
  }
  const { listings, isPart } = await fetchListings(MOST_LISTINGS, {});
  if (!isPart) return { listings, communityIds, wholeAt: now, isPart };
  const ownListings: Resource[] = [];
  for (const loobricateId of communityIds)
    ownListings.push(...(await fetchListings(MOST_OF_COMMUNITY, { loobricateId })).listings);
  return { listings: merge([...listings, ...ownListings]), communityIds, wholeAt: now, isPart };
}

/** Fetches all pages. */
async function fetchListings(most: number, query: QueryOf<typeof listResources>) {
  const listings: Resource[] = [];
  let cursor: string | null = null;
  let total: number | undefined;
  do {
    const limit = Math.min(PAGE, most - listings.length);
    const asked = { ...query, limit, ...(cursor === null ? {} : { cursor }) };
    const page: Awaited<ReturnType<typeof call<typeof listResources>>> = await call(listResources, {
      query: asked,
    });
    listings.push(...page.listings);
    total ??= page.total;
    cursor = page.nextCursor;
  } while (cursor !== null && listings.length < most);
  return { listings, total, isPart: cursor !== null };
}

/** The first version of each listing, newest first. */
function merge(listings: readonly Resource[]): Resource[] {
  const byId = new Map<string, Resource>();
  for (const listing of listings) if (!byId.has(listing.id)) byId.set(listing.id, listing);
  return [...byId.values()].toSorted(
    (one, other) => other.createdAt.localeCompare(one.createdAt) || (one.id < other.id ? 1 : -1),
  );
}

function newestChange({ listings }: ListingsCopy): string {
  const newest = listings.reduce((latest, { updatedAt }) => Math.max(latest, Date.parse(updatedAt)), 0);
  return new Date(Math.max(0, newest - OVERLAP_MS)).toISOString();
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
