import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listResources } from "#shared/features/resources/contract.ts";
import { BLOCKED_SCORE } from "#shared/features/lending/availability.ts";
import { readPoint } from "#shared/features/resources/near.ts";
import type { Deps } from "#server/deps.ts";
import {
  countResources,
  type Cursor,
  listBlockedIds,
  listNearest,
  listResourceRecords,
  type ResourceFilter,
  type ResourceRecord,
} from "./repository.ts";
import { search } from "#server/features/search/service.ts";
import { AppError } from "#server/http/app-error.ts";

const DEFAULT_PAGE = 100;
/** Maximum hits requested from the search, or nearest listings: more than any user pages through. */
const MOST_HITS = 300;
/**
 * Off-topic queries reach a cosine of 0.39, so a listing without any of the words counts only above that. Unlike in the chat, an
 * irrelevant item in a list looks like a bug.
 */
const LEAST_COSINE = 0.4;
const PREFIX = "resource:";

export interface ListingPage {
  records: ResourceRecord[];
  /** Null on the last page. */
  nextCursor: string | null;
  /** Total number of listings, if only changed ones were requested. */
  total?: number;
}

/**
 * One page of the library. Ordered by time, pages are stable while entries are added or removed. Ordered by match, a page
 * continues after the last entry shown.
 * @param viewerId null: a user without a session
 * @throws AppError `invalid-input` for an invalid cursor
 */
export async function listPage(
  deps: Deps,
  viewerId: string | null,
  query: QueryOf<typeof listResources>,
): Promise<ListingPage> {
  const filter: ResourceFilter = {
    communityId: query.loobricateId,
    createdBy: query.mine === "true" ? (viewerId ?? undefined) : undefined,
    type: query.type,
    isFree: query.free === undefined ? undefined : query.free === "true",
    limit: query.limit ?? DEFAULT_PAGE,
  };
  const sought = query.q?.trim() ?? "";
  if (query.changedSince !== undefined) {
    if (sought !== "" || query.near !== undefined)
      throw new AppError("invalid-input", "changedSince: not together with q or near.");
    const changed = { ...filter, changedSince: new Date(query.changedSince) };
    const total = await countResources(deps.database.kysely, filter);
    return { ...(await pageByTime(deps, changed, query)), total };
  }
  const found = sought === "" ? null : await findListings(deps, viewerId, sought, query.loobricateId);
  const hits = query.near === undefined ? found : await nearestOf(deps, filter, query.near, found);
  if (hits === null) return await pageByTime(deps, filter, query);
  const sort = query.sort ?? "best";
  if (sort === "best") return await pageByMatch(deps, filter, hits, query.cursor);
  return await pageByTime(deps, { ...filter, ids: hits.map(({ id }) => id) }, query);
}

async function pageByTime(
  deps: Deps,
  filter: ResourceFilter,
  { sort, cursor }: Pick<QueryOf<typeof listResources>, "sort" | "cursor">,
): Promise<ListingPage> {
  const records = await listResourceRecords(deps.database.kysely, {
    ...filter,
    sort: sort === "oldest" ? "oldest" : "newest",
    after: cursor === undefined ? undefined : parseTimeCursor(cursor),
    limit: filter.limit + 1,
  });
  const page = records.slice(0, filter.limit);
  const last = records.length > filter.limit ? page.at(-1) : undefined;
  return {
    records: page,
    nextCursor: last === undefined ? null : `${last.createdAt.toISOString()}_${last.id}`,
  };
}

interface ListingHit {
  id: string;
  score: number;
}

/** Best first; a free listing ranks before an unavailable one that matches about as well. */
async function findListings(
  deps: Deps,
  viewerId: string | null,
  text: string,
  communityId: string | undefined,
): Promise<ListingHit[]> {
  const hits = await search(deps, viewerId, { text, kinds: ["resource"], communityId, limit: MOST_HITS });
  const matches = hits
    .filter(({ keywordShare, cosine }) => keywordShare > 0 || (cosine ?? 0) >= LEAST_COSINE)
    .map(({ id, score }) => ({ id: id.slice(PREFIX.length), score }));
  const blocked = await listBlockedIds(
    deps.database.kysely,
    matches.map(({ id }) => id),
  );
  return matches
    .map(({ id, score }) => ({ id, score: blocked.has(id) ? score * BLOCKED_SCORE : score }))
    .toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
}

/** Nearest first. @param found only these; null: all */
async function nearestOf(
  deps: Deps,
  filter: ResourceFilter,
  near: string,
  found: readonly ListingHit[] | null,
): Promise<ListingHit[] | null> {
  const point = readPoint(near);
  if (point === null) return null;
  const ids = found?.map(({ id }) => id);
  const nearest = await listNearest(deps.database.kysely, { ...filter, ids, limit: MOST_HITS }, point);
  return nearest.map(({ id, metres }) => ({ id, score: -metres }));
}

/** Filtered after the ranking, so that the order does not depend on the filter. */
async function pageByMatch(
  deps: Deps,
  filter: ResourceFilter,
  hits: readonly ListingHit[],
  cursor: string | undefined,
): Promise<ListingPage> {
  const rest = cursor === undefined ? hits : hitsAfter(hits, parseMatchCursor(cursor));
  const found = await listResourceRecords(deps.database.kysely, {
    ...filter,
    ids: rest.map(({ id }) => id),
    limit: MOST_HITS,
  });
  const byId = new Map(found.map((record) => [record.id, record]));
  const ranked = rest.filter(({ id }) => byId.has(id));
  const page = ranked.slice(0, filter.limit);
  const last = ranked.length > filter.limit ? page.at(-1) : undefined;
  return {
    records: page.flatMap(({ id }) => byId.get(id) ?? []),
    nextCursor: last === undefined ? null : `${last.score}_${last.id}`,
  };
}

/** The hits after the given one; if that one no longer exists, after its score. */
function hitsAfter(hits: readonly ListingHit[], last: ListingHit): readonly ListingHit[] {
  const place = hits.findIndex(({ id }) => id === last.id);
  return place === -1 ? hits.filter(({ score }) => score < last.score) : hits.slice(place + 1);
}

/** `<RFC 3339 instant>_<id>` */
function parseTimeCursor(text: string): Cursor {
  const { head, id } = cutCursor(text);
  const createdAt = new Date(head);
  if (Number.isNaN(createdAt.getTime()) || !/^\d{4}-/.test(head)) throw noCursor();
  return { createdAt, id };
}

/** `<score>_<id>` */
function parseMatchCursor(text: string): ListingHit {
  const { head, id } = cutCursor(text);
  const score = Number(head);
  if (head === "" || !Number.isFinite(score)) throw noCursor();
  return { score, id };
}

function cutCursor(text: string): { head: string; id: string } {
  const at = text.indexOf("_");
  if (at === -1 || at === text.length - 1) throw noCursor();
  return { head: text.slice(0, at), id: text.slice(at + 1) };
}

function noCursor(): AppError {
  return new AppError("invalid-input", "cursor: take it from nextCursor of the page before.");
}
