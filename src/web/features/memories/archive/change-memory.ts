import { shorten } from "#shared/shorten.ts";
import {
  archivedMemory,
  type ArchivedMemory,
  deleteMemory,
  editMemory,
  tickItem,
} from "#shared/features/memories/archive/archive-contract.ts";
import type { ApiError } from "#web/lib/server/api-client.ts";
import { currentChatSettings } from "#web/lib/device/chat-settings.ts";
import { readOutbox } from "#web/offline/outbox/outbox-view.ts";
import { queue } from "#web/offline/outbox/queue.ts";
import { entityOf } from "../memory-entity.ts";

const MAX_LABEL = 60;

/** @param version of the memory the words were changed from; 0 for one the server has not answered yet */
export async function saveWords(
  { id, version, type, createdAt }: Pick<ArchivedMemory, "id" | "version" | "type" | "createdAt">,
  content: string,
) {
  const entity = entityOf(id);
  // Of two changes that wait the second would meet a newer version, made by the first.
  const waiting = readOutbox().kept.filter(
    (operation) => operation.endpointId === editMemory.id && operation.entity === entity,
  );
  const { useRag } = currentChatSettings();
  return await queue(
    editMemory,
    { params: { memoryId: id }, body: { content, useRag, ...(version === 0 ? {} : { version }) } },
    {
      entity,
      label: shorten(content, MAX_LABEL),
      rest: { type, createdAt },
      replaces: waiting.map((operation) => operation.id),
    },
  );
}

/** What a memory that was changed elsewhere says there; null when that is not why it was refused. */
export function otherVersion(refusal: ApiError | null): ArchivedMemory | null {
  return archivedMemory.safeParse(refusal?.current).data ?? null;
}

/** Ticks an action item, or takes the tick off. */
export async function tick({ id, analysis }: Pick<ArchivedMemory, "id" | "analysis">, item: string) {
  const isDone = !(analysis.doneItems ?? []).includes(item);
  const entity = entityOf(id);
  const name = shorten(item, MAX_LABEL);
  // Of two that wait for one item the last one counts.
  const waiting = readOutbox().kept.filter(
    (operation) =>
      operation.endpointId === tickItem.id && operation.entity === entity && operation.label.endsWith(name),
  );
  return await queue(
    tickItem,
    { params: { memoryId: id }, body: { item, isDone } },
    {
      entity,
      label: `${isDone ? "Done" : "Not done"}: ${name}`,
      replaces: waiting.map((operation) => operation.id),
    },
  );
}

export async function forget({ id, content }: Pick<ArchivedMemory, "id" | "content">) {
  return await queue(
    deleteMemory,
    { params: { memoryId: id } },
    { entity: entityOf(id), label: `Delete: ${shorten(content, MAX_LABEL)}` },
  );
}
