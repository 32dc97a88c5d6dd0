import { shorten } from "#shared/shorten.ts";
import { createMemory, type Memory, type MemoryType } from "#shared/features/memories/contract.ts";
import { keywordsOf } from "#shared/features/memories/keywords.ts";
import { currentChatSettings } from "#web/lib/device/chat-settings.ts";
import { queue } from "#web/offline/outbox/queue.ts";
import { entityOf } from "./memory-entity.ts";

interface NewMemory {
  /** Created by the client, so that saving twice stores one memory. */
  id: string;
  type: MemoryType;
  content: string;
  /** Id of the answer it is created from, if any. */
  messageId?: string;
  /** Id of the answer after which it was spoken, if any. */
  afterMessageId?: string;
}

const MAX_LABEL = 60;

/**
 * Stores a memory.
 * @param id of the operation that sends it
 * @returns the result, with this device's version of the memory or the server's
 */
export async function sendMemory(memory: NewMemory, id: string) {
  const createdAt = new Date().toISOString();
  const keywords = keywordsOf(memory.content);
  const result = await queue(
    createMemory,
    // No userId, because the visitor may have an account by the time it is sent.
    { body: { ...memory, keywords, createdAt, useRag: currentChatSettings().useRag } },
    { entity: entityOf(memory.id), label: shorten(memory.content, MAX_LABEL), id },
  );
  const local: Memory = {
    ...memory,
    userId: "anonymous",
    keywords,
    source: "looby",
    title: null,
    createdAt,
    updatedAt: createdAt,
  };
  return { ...result, memory: result.status === "sent" ? { ...local, ...result.data } : local };
}
