import type { Community } from "#shared/features/communities/contract.ts";
import type { Resource, ResourceDetail } from "#shared/features/resources/contract.ts";
import { findInIndex, indexDocuments } from "#shared/features/search/document-index.ts";
import { readCopy } from "./local-copy.ts";
import { listingDocument } from "./local-documents.ts";
import { readKeptQuery } from "./query-storage.ts";

/** What a screen asks for and never got, made of what this phone has; `at` is when that was heard. */
interface Derived {
  data: unknown;
  at: number;
}

/** Null when this phone cannot answer it. @param key of a query, as the features' `api.ts` write it */
export async function deriveQuery(key: readonly unknown[]): Promise<Derived | null> {
  const [feature, what, about] = key;
  if (feature === "communities" && what === "one") return await deriveCommunity(about);
  if (feature !== "resources") return null;
  const copy = await readCopy("listings");
  if (copy === null) return null;
  const { listings } = copy.data;
  const data = what === "one" ? oneOf(listings, about) : what === "listings" ? pageOf(listings, about) : null;
  return data === null ? null : { data, at: copy.at };
}

async function deriveCommunity(id: unknown): Promise<Derived | null> {
  const all = await readKeptQuery<Community[]>(["communities"]);
  const data = all?.data.find((community) => community.id === id);
  return all === null || data === undefined ? null : { data, at: all.at };
}

/** Its history is the server's. */
function oneOf(listings: readonly Resource[], id: unknown): ResourceDetail | null {
  const listing = listings.find((one) => one.id === id);
  return listing === undefined ? null : { ...listing, history: [] };
}

interface ListingsQuery {
  loobricateId?: string;
  type?: string;
  q?: string;
  sort?: string;
  limit?: number;
  cursor?: string;
}

/** A page of the library. Its cursors are the server's own, so that one goes on with the other. */
function pageOf(
  listings: readonly Resource[],
  asked: unknown,
): { listings: Resource[]; nextCursor: string | null } {
  // The feature's own query, see `listingsQuery`.
  const query = (asked ?? {}) as ListingsQuery;
  const ordered = inOrder(listings, query);
  const lastId = query.cursor?.slice(query.cursor.indexOf("_") + 1);
  // Behind an entry that is not here there is nothing to go on with.
  const behind = lastId === undefined ? 0 : ordered.findIndex(({ id }) => id === lastId) + 1;
  const start = lastId !== undefined && behind === 0 ? ordered.length : behind;
  const end = start + (query.limit ?? ordered.length);
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
  if (matches !== null && (sort === undefined || sort === "best")) return matches;
  const byTime = matches === null ? chosen : chosen.filter((listing) => matches.includes(listing));
  return sort === "oldest" ? byTime.toReversed() : byTime;
}

/** By words alone, best first. */
function matchesOf(listings: readonly Resource[], text: string): Resource[] {
  const index = indexDocuments(listings.map(listingDocument));
  const question = { text, kinds: null, connected: [], metresFrom: null, limit: listings.length };
  const byId = new Map(listings.map((listing) => [`resource:${listing.id}`, listing]));
  return findInIndex(index, question).flatMap(({ id }) => byId.get(id) ?? []);
}
