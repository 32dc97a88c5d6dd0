import { shorten } from "#shared/shorten.ts";
import {
  type ArchivedMemory,
  deleteMemory,
  editMemory,
  tickItem,
} from "#shared/features/memories/archive/archive-contract.ts";
import type { ApiError } from "#web/lib/server/api-error.ts";
import { currentChatSettings } from "#web/lib/device/chat-settings.ts";
import { outboxView } from "#web/offline/outbox/outbox-view.ts";
import { queue } from "#web/offline/outbox/queue.ts";
import { entityOf } from "../memory-entity.ts";

const MAX_LABEL = 60;

/** @param version of the memory that was edited; 0 for one the server has not confirmed yet */
export async function saveWords({ id, version }: Pick<ArchivedMemory, "id" | "version">, content: string) {
  const entity = entityOf(id);
  // The second of two queued changes would conflict with the version created by the first.
  const waiting = outboxView
    .get()
    .operations.filter((operation) => operation.endpointId === editMemory.id && operation.entity === entity);
  const { useRag } = currentChatSettings();
  return await queue(
    editMemory,
    { params: { memoryId: id }, body: { content, useRag, ...(version === 0 ? {} : { version }) } },
    {
      entity,
      label: shorten(content, MAX_LABEL),
      replaces: waiting.map((operation) => operation.id),
    },
  );
}

/** The server's version of a memory that was changed elsewhere; null when it was refused for another reason. */
export function otherVersion(refusal: ApiError | null): ArchivedMemory | null {
  return (refusal?.current as ArchivedMemory | undefined) ?? null;
}

/** Toggles an action item. */
export async function tick({ id, analysis }: Pick<ArchivedMemory, "id" | "analysis">, item: string) {
  const isDone = !(analysis.doneItems ?? []).includes(item);
  const entity = entityOf(id);
  const name = shorten(item, MAX_LABEL);
  // Of two queued ticks for one item, the last one counts.
  const waiting = outboxView
    .get()
    .operations.filter(
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
