import {
  deleteEntry,
  editEntry,
  type EntryChange,
  type Resource,
} from "#shared/features/resources/contract.ts";
import { queue } from "#web/offline/outbox/queue.ts";

/** Sends a change made outside the form: archiving, restoring or placing an entry. */
export async function sendChange({ id }: Pick<Resource, "id">, change: EntryChange, label: string) {
  return await queue(
    editEntry,
    { params: { entryId: id }, body: change },
    { entity: `resource:${id}`, label, staysWhenRefused: true },
  );
}

export async function sendDelete({ id, title }: Pick<Resource, "id" | "title">) {
  return await queue(
    deleteEntry,
    { params: { entryId: id } },
    { entity: `resource:${id}`, label: `Delete: ${title}`, staysWhenRefused: true },
  );
}
