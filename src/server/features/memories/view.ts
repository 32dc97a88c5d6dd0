import * as z from "zod/mini";
import { analyse } from "#shared/features/memories/analysis.ts";
import type { ArchivedMemory } from "#shared/features/memories/archive/archive-contract.ts";
import type { Memory } from "#shared/features/memories/contract.ts";
import { hasSpeakers } from "#shared/features/memories/transcript.ts";
import type { MemoryRecord } from "./repository.ts";

const optionalText = z.optional(z.nullable(z.string()));
const optionalTexts = z.optional(z.array(z.string()));

/** Metadata from a language model or the wearable. All fields are optional, and others are ignored. */
const memoryMetadata = z.object({
  mood: optionalText,
  overview: optionalText,
  topics: optionalTexts,
  actionItems: optionalTexts,
  doneItems: optionalTexts,
  isThought: z.optional(z.boolean()),
});

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

/** A memory in the archive, with what the rules find in it and a model's description. */
export function archiveView(
  record: MemoryRecord,
  { pseudonym, isEmbedded }: { pseudonym: string; isEmbedded: boolean },
): ArchivedMemory {
  const { content, source, title, version } = record;
  const rules = analyse(content, source);
  const {
    mood,
    overview,
    topics,
    actionItems,
    doneItems = [],
    isThought = false,
  } = memoryMetadata.safeParse(record.metadata).data ?? {};
  const items = filled(actionItems) ?? rules.actionItems;
  const named = { title, overview: overview ?? null };
  return {
    ...memoryView(record),
    pseudonym,
    analysis: {
      ...rules,
      topics: filled(topics) ?? rules.topics,
      actionItems: items,
      doneItems: items.filter((item) => doneItems.includes(item)),
      mood: mood ?? null,
      ...named,
    },
    metadata: {
      source,
      version,
      hasEmbedding: isEmbedded,
      formatVersion: "v2",
      hasSpeakers: hasSpeakers(content),
      isThought,
      originalData: { structured: named },
    },
    version,
    ...(record.staysFromModels ? { useRag: false } : {}),
  };
}

function filled(list: string[] | undefined): string[] | null {
  return list === undefined || list.length === 0 ? null : list;
}
