import type { Community } from "#shared/features/communities/contract.ts";
import { type FromCopy, readCachedQuery } from "#web/offline/copy/query-storage.ts";
import { communitiesQuery } from "./communities-query.ts";

/** One community from the cached list; null when this phone does not have it. */
export async function communityFromCopy(id: string): Promise<FromCopy<Community> | null> {
  const all = await readCachedQuery<Community[]>(communitiesQuery.queryKey);
  const community = all?.data.find((one) => one.id === id);
  return all === null || community === undefined ? null : { data: community, at: all.at };
}
