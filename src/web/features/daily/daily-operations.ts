import { completeQuest, processThought, shareThought } from "#shared/features/daily/contract.ts";
import { shorten } from "#shared/shorten.ts";
import { currentChatSettings } from "#web/lib/device/chat-settings.ts";
import { enqueue, queue } from "#web/offline/outbox/queue.ts";

const MAX_LABEL = 60;

/**
 * Stores a thought, or a memory, with two requests about one row: first the memory, then its processing. If the second fails, that is only
 * logged.
 * @param id of the memory; using the same id again does not create a second one
 * @param operationId that of the first request
 */
export async function share(id: string, content: string, operationId: string) {
  const options = { entity: `memory:${id}`, label: shorten(content, MAX_LABEL) };
  // No userId, because the visitor may have an account by the time it is sent.
  const { useRag } = currentChatSettings();
  const body = { id, content, timestamp: new Date().toISOString() };
  const result = await queue(shareThought, { body: { ...body, useRag } }, { ...options, id: operationId });
  const meaning = { body: { ...body, source: "looby", type: "memory" } } as const;
  const after = { ...options, dependsOn: [result.operationId] };
  if (result.status === "sent") void queue(processThought, meaning, after).then(noteRefusal, note);
  if (result.status === "queued") await enqueue(processThought, meaning, after).catch(note);
  return result;
}

function noteRefusal(result: Awaited<ReturnType<typeof queue>>): void {
  if (result.status === "refused") note(result.error);
}

/** The specification requires logging it, because the user cannot do anything about it. */
function note(reason: unknown): void {
  // oxlint-disable-next-line no-console
  console.warn("The memory is saved, but what it is about was not found out.", reason);
}

/** Marks a quest as done. @param day of the quest */
export async function sendCompletion(day: string) {
  return await queue(completeQuest, { body: { day } }, { entity: `quest:${day}`, label: "Quest done" });
}
