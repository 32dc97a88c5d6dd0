import { shorten } from "#shared/shorten.ts";
import {
  archivedMemory,
  type ArchivedMemory,
  deleteMemory,
  editMemory,
  tickItem,
} from "#shared/features/memories/archive-contract.ts";
import { newId } from "#shared/id.ts";
import { currentChatSettings } from "#web/lib/chat-settings.ts";
import { readOutbox } from "#web/offline/outbox-view.ts";
import { submitFromForm } from "#web/offline/submit-from-form.ts";
import { entityOf } from "../memory-entity.ts";

const MAX_LABEL = 60;

/** How a change went. */
export type Changed =
  | { state: "saved"; memory: ArchivedMemory }
  /** On this device until the server has it. */
  | { state: "waiting" }
  /** It was changed elsewhere: both versions are there to choose from. */
  | { state: "conflict"; theirs: ArchivedMemory }
  | { state: "refused"; reason: string };

/** @param version of the memory the words were changed from; 0 for one the server has not answered yet */
export async function saveWords(
  { id, version, type, createdAt }: Pick<ArchivedMemory, "id" | "version" | "type" | "createdAt">,
  content: string,
): Promise<Changed> {
  const edit = {
    id: newId(),
    endpointId: editMemory.id,
    params: { memoryId: id },
    entity: entityOf(id),
    label: shorten(content, MAX_LABEL),
    rest: { type, createdAt },
    body: { content, useRag: currentChatSettings().useRag, ...(version === 0 ? {} : { version }) },
  };
  // Of two changes that wait the second would meet a newer version, made by the first.
  const waiting = readOutbox().kept.filter(
    ({ endpointId, entity }) => endpointId === editMemory.id && entity === edit.entity,
  );
  const taken = await submitFromForm(
    [edit],
    waiting.map((kept) => kept.id),
  );
  switch (taken.state) {
    case "sent":
      return { state: "saved", memory: archivedMemory.parse(taken.result) };
    case "waiting":
      return { state: "waiting" };
    case "refused": {
      const theirs = archivedMemory.safeParse(taken.problem?.current);
      return theirs.success
        ? { state: "conflict", theirs: theirs.data }
        : { state: "refused", reason: taken.reason };
    }
  }
}

/** Ticks an action item, now or as soon as there is a signal. */
export async function tick(
  { id, analysis }: Pick<ArchivedMemory, "id" | "analysis">,
  item: string,
): Promise<Changed> {
  const isDone = !(analysis.doneItems ?? []).includes(item);
  const waiting = readOutbox().kept.filter(
    ({ endpointId, entity, label }) =>
      endpointId === tickItem.id && entity === entityOf(id) && label.endsWith(shorten(item, MAX_LABEL)),
  );
  const taken = await submitFromForm(
    [
      {
        id: newId(),
        endpointId: tickItem.id,
        params: { memoryId: id },
        entity: entityOf(id),
        label: `${isDone ? "Done" : "Not done"}: ${shorten(item, MAX_LABEL)}`,
        body: { item, isDone },
      },
    ],
    // Of two that wait for one item the last one counts.
    waiting.map((kept) => kept.id),
  );
  if (taken.state === "sent") return { state: "saved", memory: archivedMemory.parse(taken.result) };
  return taken.state === "waiting" ? { state: "waiting" } : { state: "refused", reason: taken.reason };
}

export async function forget(
  memory: Pick<ArchivedMemory, "id" | "content">,
): Promise<{ state: "gone" | "waiting" } | { state: "refused"; reason: string }> {
  const taken = await submitFromForm([
    {
      id: newId(),
      endpointId: deleteMemory.id,
      params: { memoryId: memory.id },
      entity: entityOf(memory.id),
      label: `Delete: ${shorten(memory.content, MAX_LABEL)}`,
      body: {},
    },
  ]);
  switch (taken.state) {
    case "sent":
      return { state: "gone" };
    case "waiting":
      return { state: "waiting" };
    case "refused":
      // Not found: somebody, perhaps the same person elsewhere, was faster.
      return taken.problem?.code === "not-found"
        ? { state: "gone" }
        : { state: "refused", reason: taken.reason };
  }
}
