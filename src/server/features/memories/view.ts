import type { Memory } from "#shared/features/memories/contract.ts";
import type { MemoryRecord } from "#server/features/memories/repository.ts";

/** A memory as its owner sees it. */
export function memoryView(record: MemoryRecord): Memory {
  const { id, userId, type, content, keywords, source, title, createdAt, updatedAt } = record;
  return {
    id,
    userId,
    type,
    content,
    keywords,
    source,
    title,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
