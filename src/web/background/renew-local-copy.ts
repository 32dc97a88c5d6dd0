import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { SessionUser } from "#shared/features/account/contract.ts";
import { getThread, type ThreadListing } from "#shared/features/chat/contract.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import { getGuide } from "#shared/features/companions/contract.ts";
import { threadQueries } from "#web/features/chat/threads/threads-api.ts";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import { companionsQuery } from "#web/features/companions/api.ts";
import { exploreQueries } from "#web/features/explore/api.ts";
import { lendingQueries } from "#web/features/lending/api.ts";
import { campQueries } from "#web/features/map/api.ts";
import { archiveQuery, loadOlder } from "#web/features/memories/archive/api.ts";
import { needQueries } from "#web/features/needs/api.ts";
import { notificationQueries } from "#web/features/notifications/api.ts";
import { profileQuery } from "#web/features/profile/api.ts";
import { resourceQueries } from "#web/features/resources/api.ts";
import { renewListings } from "#web/features/resources/listings/copy-listings.ts";
import { settingsQuery } from "#web/features/settings/api.ts";
import { surveysQuery } from "#web/features/surveys/api.ts";
import { vibeQuery } from "#web/features/vibe/api.ts";
import { renewThumbs } from "#web/features/resources/listings/copy-thumbs.ts";
import { call } from "#web/lib/server/api-client.ts";
import {
  forgetThreads,
  storeCopy,
  storeThread,
  listStoredThreads,
  MOST_THREADS,
  readCopy,
} from "#web/offline/copy/local-copy.ts";

/** Maximum number of archive memories to fetch, page by page. Offline search covers these. */
const MOST_MEMORIES = 1000;
const CAMPS_FRESH_MS = 30 * 60_000;
/** The device's clock may be wrong: a conversation is fetched again if its copy is less than this much newer than its last message. */
const CLOCK_SLACK_MS = 10 * 60_000;

/**
 * Fetches the updates to all data the user may see, so that it is available offline. Sends one request after the other; endpoints that
 * accept a starting time return only newer data. The data of a screen is cached as that screen's own query.
 * @throws ApiError the rest is fetched next time
 */
export async function renewLocalCopy(
  client: QueryClient,
  person: SessionUser,
  signal: AbortSignal,
): Promise<void> {
  const { userId } = person;
  const renew = async <Data>(query: { queryKey: QueryKey }): Promise<Data | undefined> => {
    signal.throwIfAborted();
    return await renewQuery<Data>(client, query);
  };
  const communities = (await renew<{ id: string; role: unknown }[]>(communitiesQuery)) ?? [];
  await renew(settingsQuery);
  await renew(campQueries.city());
  // Cached by the worker. It is a megabyte, so it is not fetched again while fresh.
  await client.fetchQuery({ ...campQueries.all(), staleTime: CAMPS_FRESH_MS });
  await renew(companionsQuery);
  for (const query of [exploreQueries.marks(), exploreQueries.discoveries(), needQueries.shared()])
    await renew(query);
  if (!person.isAnonymous) {
    const ownQueries = [
      profileQuery,
      lendingQueries.mine(),
      resourceQueries.mine(),
      needQueries.mine(),
      notificationQueries.newest(),
      surveysQuery,
      vibeQuery(userId),
    ];
    for (const query of ownQueries) await renew(query);
  }
  const memories = await renewMemories(client, userId, signal);
  const listings = await renewLibrary(
    userId,
    communities.filter(({ role }) => role !== null).map(({ id }) => id),
  );
  const newest = (await renew<Resource[]>(resourceQueries.onMap())) ?? [];
  signal.throwIfAborted();
  await storeCopy(userId, "guide", (await call(getGuide, {})).sections);
  const threads = await renewThreads(client, userId, signal);
  signal.throwIfAborted();
  await storeCopy(userId, "synced", { ...listings, memories, threads });
  await renewThumbs(userId, newest, signal);
}

/** Fetches from the server even if a result is cached. */
async function renewQuery<Data>(
  client: QueryClient,
  query: { queryKey: QueryKey },
): Promise<Data | undefined> {
  const asked = Date.now();
  await client.fetchQuery({ ...query, staleTime: 0 });
  // A cached result is returned first. Its age is available one turn later, while a refetch runs in the background; wait for that refetch.
  await new Promise((resolve) => setTimeout(resolve, 0));
  const isOld = (client.getQueryState(query.queryKey)?.dataUpdatedAt ?? 0) < asked;
  if (isOld) await client.fetchQuery({ ...query, staleTime: 0 });
  return client.getQueryData<Data>(query.queryKey);
}

/** @returns the number of cached memories */
async function renewMemories(client: QueryClient, userId: string, signal: AbortSignal): Promise<number> {
  const query = archiveQuery(userId, "all");
  await renewQuery(client, query);
  for (;;) {
    const archive = client.getQueryData(query.queryKey);
    const count = archive?.memories.length ?? 0;
    if (archive?.hasMore !== true || count >= MOST_MEMORIES) return count;
    signal.throwIfAborted();
    await loadOlder(client, userId, "all");
    if ((client.getQueryData(query.queryKey)?.memories.length ?? 0) <= count) return count;
  }
}

async function renewLibrary(userId: string, communityIds: readonly string[]) {
  const known = await readCopy("listings");
  const copy = await renewListings(known?.data ?? null, communityIds, Date.now());
  await storeCopy(userId, "listings", copy);
  return { listings: copy.listings.length, isPart: copy.isPart };
}

/** Fetches the newest messages of the newest conversations, skipping those without new messages. @returns the number of conversations */
async function renewThreads(client: QueryClient, userId: string, signal: AbortSignal): Promise<number> {
  const query = threadQueries.list("");
  await renewQuery(client, query);
  const newest = (client.getQueryData<ThreadListing[]>(query.queryKey) ?? []).slice(0, MOST_THREADS);
  const stored = new Map((await listStoredThreads()).map(({ id, at }) => [id, at]));
  for (const { id, updatedAt } of newest) {
    signal.throwIfAborted();
    const at = stored.get(id);
    stored.delete(id);
    if (at !== undefined && at - Date.parse(updatedAt) > CLOCK_SLACK_MS) continue;
    await storeThread(userId, await call(getThread, { params: { threadId: id }, query: {} }, { signal }));
  }
  await forgetThreads([...stored.keys()]);
  return newest.length;
}
