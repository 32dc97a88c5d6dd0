import type { Kysely } from "kysely";
import type { MessageUi } from "#shared/features/chat/contract.ts";
import type { Memory } from "#shared/features/memories/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import type { ThreadRecord } from "#server/features/chat/repository.ts";
import { listMemoriesOfMessages } from "#server/features/memories/repository.ts";
import { memoryView } from "#server/features/memories/view.ts";

/** What the owner of a thread has kept of a message. */
export interface Made {
  /** From it; null for nothing. */
  ui: MessageUi | null;
  /** Spoken right after it, oldest first. */
  keptAfter: readonly Memory[];
}

/** What was kept of each message. A deleted memory leaves no mark. */
export async function madeFrom(
  db: Kysely<Schema>,
  thread: Pick<ThreadRecord, "userId">,
  messages: readonly { id: string }[],
): Promise<(messageId: string) => Made> {
  const ids = messages.map(({ id }) => id);
  const memories = await listMemoriesOfMessages(db, thread.userId, ids);
  return (id) => {
    const from = memories.findLast(({ messageId }) => messageId === id);
    return {
      ui: from === undefined ? null : { type: "memory-created", memory: memoryView(from) },
      keptAfter: memories.filter(({ afterMessageId }) => afterMessageId === id).map(memoryView),
    };
  };
}
