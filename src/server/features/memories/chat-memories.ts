import type { Kysely } from "kysely";
import type { MessageUi } from "#shared/features/chat/contract.ts";
import type { Memory } from "#shared/features/memories/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import { listMemories, listMemoriesOfMessages } from "./repository.ts";
import { memoryView } from "./view.ts";

// The memories' functions for the chat. app.ts passes them in, because the chat does not depend on the memory archive.

/** Memories and cards a person has made from each of these messages. Deleted memories are not included. */
export async function madeFrom(
  db: Kysely<Schema>,
  userId: string,
  messageIds: readonly string[],
): Promise<(messageId: string) => { ui: MessageUi | null; keptAfter: Memory[] }> {
  const memories = await listMemoriesOfMessages(db, userId, messageIds);
  return (id) => {
    const from = memories.findLast(({ messageId }) => messageId === id);
    return {
      ui: from === undefined ? null : { type: "memory-created", memory: memoryView(from) },
      keptAfter: memories.filter(({ afterMessageId }) => afterMessageId === id).map(memoryView),
    };
  };
}

/** The memories among these ids that are needs of the person. */
export async function needsAmong(
  db: Kysely<Schema>,
  userId: string,
  memoryIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const memories = await listMemories(db, userId, memoryIds);
  return new Set(memories.filter(({ type }) => type === "looking-for").map(({ id }) => id));
}
