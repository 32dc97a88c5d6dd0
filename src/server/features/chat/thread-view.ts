import type { getThread, Message, MessageUi, Thread } from "#shared/features/chat/contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { MessageRecord, ThreadRecord } from "#server/features/chat/repository.ts";
import { answerOf, type LoggedFrame } from "#server/features/chat/run-log.ts";

export type ThreadPage = ResponseOf<typeof getThread>;

export function threadView({ id, companion, title, updatedAt }: ThreadRecord): Thread {
  return { id, companion, title, updatedAt: updatedAt.toISOString() };
}

/**
 * @param frames what the message's run has said so far, while it runs; else null
 * @param made what was made from the message since; null for nothing
 */
export function messageView(
  record: MessageRecord,
  frames: readonly LoggedFrame[] | null,
  made: MessageUi | null,
): Message {
  const { text, reasoning, sources, ui, model } = frames === null ? record : answerOf(frames);
  return {
    id: record.id,
    role: record.role,
    content: text,
    reasoning,
    sources: [...sources],
    ui: made ?? ui,
    parentId: record.parentId,
    runId: record.runId,
    state: record.state,
    error: record.error,
    model,
    createdAt: record.createdAt.toISOString(),
  };
}
