import { setTag } from "#shared/features/nfc/contract.ts";
import { tagMark } from "#shared/features/nfc/tag-code.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import { listQueued } from "#web/offline/outbox/outbox.ts";
import { bodyOf } from "#web/offline/outbox/queue.ts";
import { storedAnswers } from "#web/offline/copy/query-storage.ts";

/**
 * The item with this code, from this phone's data: every cached resource contains the mark of its tag, and a tag created here is in the
 * outbox. Null when this phone has no data about the tag.
 */
export async function findCachedItem(
  code: string,
): Promise<{ resourceId: string; cached: Resource | null } | null> {
  const [answers, operations] = await Promise.all([storedAnswers("resources"), listQueued().catch(() => [])]);
  const resources = answers.flatMap(resourcesIn);
  const made = operations.findLast((operation) => bodyOf(setTag, operation)?.code === code);
  const entryId = made?.params?.["entryId"];
  if (entryId !== undefined)
    return { resourceId: entryId, cached: resources.find(({ id }) => id === entryId) ?? null };
  const mark = await tagMark(code);
  const found = mark === null ? undefined : resources.find(({ tagMark: known }) => known === mark);
  return found === undefined ? null : { resourceId: found.id, cached: found };
}

/** The resources in a response to any of the feature's queries. */
export function resourcesIn(answer: unknown): Resource[] {
  if (Array.isArray(answer)) return answer.flatMap(resourcesIn);
  if (typeof answer !== "object" || answer === null) return [];
  if ("listings" in answer) return resourcesIn(answer.listings);
  if ("pages" in answer) return resourcesIn(answer.pages);
  // A response stored under this feature's name that has a mark was validated by its contract.
  return "tagMark" in answer && "loobricateId" in answer ? [answer as Resource] : [];
}
