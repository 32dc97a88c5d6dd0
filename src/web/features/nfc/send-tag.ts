import { removeTag, setTag } from "#shared/features/nfc/contract.ts";
import { queue } from "#web/offline/outbox/queue.ts";

interface Tagged {
  id: string;
  title: string;
}

/** Sets an item's tag. */
export async function sendTag({ id, title }: Tagged, code: string) {
  return await queue(
    setTag,
    { params: { entryId: id }, body: { code } },
    { entity: entityOf(id), label: `Tag ${title}` },
  );
}

/** Removes an item's tag. */
export async function sendRemoval({ id, title }: Tagged) {
  return await queue(
    removeTag,
    { params: { entryId: id } },
    { entity: entityOf(id), label: `Take the tag off ${title}` },
  );
}

function entityOf(entryId: string): string {
  return `tag:${entryId}`;
}
