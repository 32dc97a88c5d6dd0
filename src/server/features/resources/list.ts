import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listResources } from "#shared/features/resources/contract.ts";
import type { Deps } from "#server/deps.ts";
import {
  countResources,
  type Cursor,
  listResourceRecords,
  type ResourceFilter,
  type ResourceRecord,
} from "./repository.ts";
import { search } from "#server/features/search/service.ts";
import { AppError } from "#server/http/app-error.ts";

const DEFAULT_PAGE = 100;
/** What a search is asked for: more than anybody pages through. */
const MOST_HITS = 300;
/**
 * Off-topic questions reach a cosine of 0.39: what has none of the words counts only above that. In a list, unlike in the
 * chat, something that does not fit looks like a fault.
 */
const LEAST_COSINE = 0.4;
const PREFIX = "resource:";

export interface ListingPage {
  records: ResourceRecord[];
  /** Null on the last page. */
  nextCursor: string | null;
  /** All there are, where only changed ones were asked for. */
  total?: number;
}

/**
 * One page of the library. By time the pages hold still while entries are added or removed; by best match they go on behind
 * the last one shown.
 * @param viewerId null: a user without a session
 * @throws AppError `invalid-input` for a cursor that is none
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
    limit: query.limit ?? DEFAULT_PAGE,
  };
  const sought = query.q?.trim() ?? "";
  if (query.changedSince !== undefined) {
    if (sought !== "") throw new AppError("invalid-input", "changedSince: not together with q.");
    const changed = { ...filter, changedSince: new Date(query.changedSince) };
    const total = await countResources(deps.database.kysely, filter);
    return { ...(await pageByTime(deps, changed, query)), total };
  }
  if (sought === "") return await pageByTime(deps, filter, query);
  const hits = await findListings(deps, viewerId, sought, query.loobricateId);
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

/** Best first. */
async function findListings(
  deps: Deps,
  viewerId: string | null,
  text: string,
  communityId: string | undefined,
): Promise<ListingHit[]> {
  const hits = await search(deps, viewerId, { text, kinds: ["resource"], communityId, limit: MOST_HITS });
  return hits
    .filter(({ keywordShare, cosine }) => keywordShare > 0 || (cosine ?? 0) >= LEAST_COSINE)
    .map(({ id, score }) => ({ id: id.slice(PREFIX.length), score }));
}

/** Filtered after the ranking, so that the order does not depend on what is filtered. */
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

/** Behind the hit itself; where it is gone, behind its score. */
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
