import { shorten } from "#shared/shorten.ts";
import {
  archivedMemory,
  type ArchivedMemory,
  deleteMemory,
  editMemory,
} from "#shared/features/memories/archive-contract.ts";
import { newId } from "#shared/id.ts";
import { currentChatSettings } from "#web/lib/chat-settings.ts";
import { discard } from "#web/offline/outbox.ts";
import { readOutbox } from "#web/offline/outbox-view.ts";
import { type Outcome, submit } from "#web/offline/submit.ts";
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
  { id, version }: Pick<ArchivedMemory, "id" | "version">,
  content: string,
): Promise<Changed> {
  const operationId = newId();
  const edit = {
    id: operationId,
    endpointId: editMemory.id,
    params: { memoryId: id },
    entity: entityOf(id),
    label: shorten(content, MAX_LABEL),
    body: { content, useRag: currentChatSettings().useRag, ...(version === 0 ? {} : { version }) },
  };
  // Of two changes that wait the second would meet a newer version, made by the first.
  const waiting = readOutbox().kept.filter(
    ({ endpointId, entity }) => endpointId === editMemory.id && entity === edit.entity,
  );
  const outcome = await submit(
    [edit],
    waiting.map((kept) => kept.id),
  );
  switch (outcome.state) {
    case "sent":
      return { state: "saved", memory: archivedMemory.parse(outcome.result) };
    case "waiting":
      return { state: "waiting" };
    case "conflict": {
      // It goes on in this form and not in the outbox.
      await discard(operationId);
      const theirs = archivedMemory.safeParse(outcome.problem.current);
      return theirs.success
        ? { state: "conflict", theirs: theirs.data }
        : { state: "refused", reason: outcome.problem.error };
    }
    case "failed":
    case "discarded":
    case "not-kept":
      return await refused(outcome, operationId);
  }
}

export async function forget(
  memory: Pick<ArchivedMemory, "id" | "content">,
): Promise<{ state: "gone" | "waiting" } | { state: "refused"; reason: string }> {
  const operationId = newId();
  const outcome = await submit([
    {
      id: operationId,
      endpointId: deleteMemory.id,
      params: { memoryId: memory.id },
      entity: entityOf(memory.id),
      label: `Delete: ${shorten(memory.content, MAX_LABEL)}`,
      body: {},
    },
  ]);
  if (outcome.state === "sent") return { state: "gone" };
  if (outcome.state === "waiting") return { state: "waiting" };
  if (outcome.state === "failed" && outcome.problem.code === "not-found") {
    // Somebody, perhaps the same person elsewhere, was faster.
    await discard(operationId);
    return { state: "gone" };
  }
  return await refused(outcome, operationId);
}

async function refused(
  outcome: Exclude<Outcome, { state: "sent" | "waiting" }>,
  operationId: string,
): Promise<{ state: "refused"; reason: string }> {
  switch (outcome.state) {
    case "failed":
    case "conflict":
      await discard(operationId);
      return { state: "refused", reason: outcome.problem.error };
    case "discarded":
      return { state: "refused", reason: "It was discarded in another window." };
    case "not-kept":
      return { state: "refused", reason: outcome.reason };
  }
}
