import { setTag } from "#shared/features/nfc/contract.ts";
import { tagMark } from "#shared/features/nfc/tag-code.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import { listQueued } from "#web/offline/outbox/outbox.ts";
import { storedAnswers } from "#web/offline/copy/query-storage.ts";

/**
 * The item a code is on, by what this phone keeps: every resource it was told of carries the mark of its tag, and a tag made
 * here waits in the outbox. Null when this phone does not know the tag.
 */
export async function findCachedItem(
  code: string,
): Promise<{ resourceId: string; kept: Resource | null } | null> {
  const [answers, operations] = await Promise.all([storedAnswers("resources"), listQueued().catch(() => [])]);
  const resources = answers.flatMap(resourcesIn);
  const made = operations.findLast(
    ({ endpointId, body }) => endpointId === setTag.id && setTag.body.safeParse(body).data?.code === code,
  );
  const entryId = made?.params?.["entryId"];
  if (entryId !== undefined)
    return { resourceId: entryId, kept: resources.find(({ id }) => id === entryId) ?? null };
  const mark = await tagMark(code);
  const found = mark === null ? undefined : resources.find(({ tagMark: known }) => known === mark);
  return found === undefined ? null : { resourceId: found.id, kept: found };
}

/** The resources of an answer, whichever of the feature's queries it is of. */
export function resourcesIn(answer: unknown): Resource[] {
  if (Array.isArray(answer)) return answer.flatMap(resourcesIn);
  if (typeof answer !== "object" || answer === null) return [];
  if ("listings" in answer) return resourcesIn(answer.listings);
  if ("pages" in answer) return resourcesIn(answer.pages);
  // What was kept under this feature's name and names a mark was let through by its contract.
  return "tagMark" in answer && "loobricateId" in answer ? [answer as Resource] : [];
}
