import type { Kysely } from "kysely";
import type { MessageUi } from "#shared/features/chat/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import type { ThreadRecord } from "#server/features/chat/repository.ts";
import { listMemoriesOfMessages } from "#server/features/memories/repository.ts";
import { memoryView } from "#server/features/memories/view.ts";

/** What the owner of a thread has made from its messages, by message id. A deleted memory leaves no mark. */
export async function madeFrom(
  db: Kysely<Schema>,
  thread: Pick<ThreadRecord, "userId">,
  messages: readonly { id: string }[],
): Promise<Map<string, MessageUi>> {
  const ids = messages.map(({ id }) => id);
  const memories = await listMemoriesOfMessages(db, thread.userId, ids);
  return new Map(
    memories.map((memory) => [
      memory.messageId ?? "",
      { type: "memory-created", memory: memoryView(memory) },
    ]),
  );
}
