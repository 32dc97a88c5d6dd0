import {
  deleteEntry,
  editEntry,
  type EntryChange,
  type Resource,
} from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import { onChange } from "#web/offline/changes.ts";
import { findAnswer } from "#web/offline/outbox.ts";
import { type Outcome, submit } from "#web/offline/submit.ts";
import type { PickedPhotos } from "../photos/use-picked-photos.ts";
import { type EditedEntry, type EntryEdit, editOperations } from "./entry-edit.ts";
import { markPhotos } from "./send-resource.ts";

/** How an edit went, and what a next try takes the place of. */
export interface SentEdit {
  outcome: Outcome;
  operationId: string;
  operationIds: readonly string[];
}

/** Hands an edit with its new photos to the outbox. @param instead operations this one takes the place of */
export async function sendEdit(
  base: EditedEntry,
  edit: EntryEdit,
  markPhoto: PickedPhotos["mark"],
  instead: readonly string[],
): Promise<SentEdit> {
  const fresh = edit.photos.filter(({ blob }) => blob !== null).map(({ id }) => id);
  const answers = await Promise.all(fresh.map(findAnswer));
  const uploaded = new Set(fresh.filter((_, index) => answers[index] !== undefined));
  const operations = editOperations(base, edit, uploaded);
  for (const id of fresh) markPhoto(id, { phase: uploaded.has(id) ? "sent" : "sending" });
  const mark = () => void markPhotos(fresh, markPhoto).catch(() => undefined);
  const stopMarking = onChange(mark);
  try {
    const outcome = await submit(operations, instead);
    const operationId = operations.at(-1)?.id ?? "";
    return { outcome, operationId, operationIds: [...fresh, operationId] };
  } finally {
    stopMarking();
    mark();
  }
}

/** A change that needs no form: taking an entry out, putting it back, placing it. */
export async function sendChange(
  entry: Pick<Resource, "id" | "title">,
  body: EntryChange,
  label: string,
): Promise<Outcome> {
  return await submit([
    {
      id: newId(),
      endpointId: editEntry.id,
      params: { entryId: entry.id },
      entity: `resource:${entry.id}`,
      label,
      body,
    },
  ]);
}

export async function sendDelete(entry: Pick<Resource, "id" | "title">): Promise<Outcome> {
  return await submit([
    {
      id: newId(),
      endpointId: deleteEntry.id,
      params: { entryId: entry.id },
      entity: `resource:${entry.id}`,
      label: `Delete ${entry.title}`,
      body: {},
    },
  ]);
}
