import { listResources, type Resource } from "#shared/features/resources/contract.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { call } from "#web/lib/server/api-client.ts";
import type { ListingsCopy } from "#web/offline/copy/local-copy.ts";

/** Listings a phone keeps: of all the newest, and of each of the person's communities as many again. */
export const MOST_LISTINGS = 2000;
const MOST_OF_COMMUNITY = 500;
const PAGE = 500;
/** After this the copy is fetched whole, in milliseconds: what a change does not show (a community's new name) is renewed, too. */
const WHOLE_FOR_MS = 24 * 60 * 60_000;
/** A change is seen by others a moment after the time it bears, in milliseconds. */
const OVERLAP_MS = 60_000;

/**
 * The library as it is now. What is here already is not fetched again, as long as it is not too old, as many are there as the
 * server has, and the person belongs to the same communities.
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
  const own: Resource[] = [];
  for (const loobricateId of communityIds)
    own.push(...(await fetchListings(MOST_OF_COMMUNITY, { loobricateId })).listings);
  return { listings: merge([...listings, ...own]), communityIds, wholeAt: now, isPart };
}

/** Page after page. */
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

/** Of each its first form, the newest first. */
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
