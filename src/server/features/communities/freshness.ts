import type { CommunityChanges } from "#shared/features/communities/contract.ts";
import type { CommunityRecord } from "./repository.ts";

/**
 * Whether a change is based on the current record. A change without a version is always accepted.
 * @param ifMatch the header: the version in quotes, or `*`
 */
export function isFresh(
  record: Pick<CommunityRecord, "version" | "updatedAt">,
  { version, updatedAt }: Pick<CommunityChanges, "version" | "updatedAt">,
  ifMatch: string | null,
): boolean {
  if (version !== undefined && version !== record.version) return false;
  if (updatedAt !== undefined && new Date(updatedAt).getTime() !== record.updatedAt.getTime()) return false;
  if (ifMatch === null || ifMatch.trim() === "*") return true;
  return ifMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === `"${record.version}"`);
}
