import * as z from "zod/mini";
import { sentiments } from "../sentiments.ts";
import { MAX_ACTION_ITEM, MAX_IMPORT_BYTES, MAX_IMPORT_ROWS, MAX_TALK } from "./archive-limits.ts";
import { memory, type Memory, memorySources, memoryTypes } from "../contract.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { filledText, id, text } from "#shared/http/fields.ts";

/** A memory as the archive shows it, with the findings of the rules and, if there is one, of a language model. */
export const archivedMemory = z.extend(memory, {
  pseudonym: z.string(),
  analysis: z.object({
    /** From a language model only. */
    mood: z.nullable(z.string()),
    topics: z.array(z.string()),
    actionItems: z.array(z.string()),
    /** The completed action items. Missing in data cached from an older server. */
    doneItems: z.optional(z.array(z.string())),
    /** A guess, never to be shown as a fact. */
    sentiment: z.enum(sentiments),
    /** From a language model or the wearable only. */
    title: z.nullable(z.string()),
    overview: z.nullable(z.string()),
  }),
  metadata: z.object({
    source: z.enum(memorySources),
    version: z.number(),
    /** Whether it has been indexed for search by meaning. */
    hasEmbedding: z.boolean(),
    formatVersion: z.literal("v2"),
    hasSpeakers: z.boolean(),
    /** Whether it is a daily thought. Missing in data cached from an older server. */
    isThought: z.optional(z.boolean()),
    originalData: z.object({
      structured: z.object({ title: z.nullable(z.string()), overview: z.nullable(z.string()) }),
    }),
  }),
  /** Increases with every change. */
  version: z.number(),
  /** False: no language model ever gets its words. Missing otherwise. */
  useRag: z.optional(z.boolean()),
});
export type ArchivedMemory = z.infer<typeof archivedMemory>;

/** The page sizes the specification's client requests. */
export const MEMORY_PAGE = 20;
export const MAX_MEMORY_PAGE = 200;
export const MAX_MEMORY_QUERY = 400;

export const listMemories = defineEndpoint({
  id: "memories.list",
  method: "GET",
  path: "/api/memories",
  summary:
    "One's own memories, newest first; with `q` those that match by words or by meaning, best first. `before` is the cursor of the last one seen: `<createdAt>_<id>`, or a time alone.",
  query: z.strictObject({
    userId: z.optional(text(128)),
    q: z.optional(text(MAX_MEMORY_QUERY)),
    source: z.optional(z.enum(["all", ...memorySources])),
    before: z.optional(text(200)),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_MEMORY_PAGE))),
    /** The specification's client sends a time here, so that no cache in between responds. */
    _: z.optional(text(40)),
  }),
  response: z.array(archivedMemory),
});

/** Cursor at which a list continues after this memory. */
export function cursorAfter({ createdAt, id: lastId }: Pick<Memory, "createdAt" | "id">): string {
  return `${createdAt}_${lastId}`;
}

export const editMemory = defineEndpoint({
  id: "memories.edit",
  method: "PATCH",
  path: "/api/memories/:memoryId",
  summary: "Change one's own memory.",
  params: z.strictObject({ memoryId: id }),
  body: z.strictObject({
    content: z.optional(filledText(MAX_TALK, "Please write something first.")),
    type: z.optional(z.enum(memoryTypes)),
    /** False: the memory is never passed to a language model, no matter who runs it. Missing: as before. */
    useRag: z.optional(z.boolean()),
    /** The memory version the change is based on. A stale one is rejected, and the response contains the current memory. */
    version: z.optional(z.int().check(z.gte(1), z.lte(2 ** 31 - 1))),
  }),
  response: archivedMemory,
});

export const tickItem = defineEndpoint({
  id: "memories.tick-item",
  method: "POST",
  path: "/api/memories/:memoryId/action-items",
  summary:
    "Say that an action item of one's own memory is done, or is not. Saying it twice is saying it once.",
  params: z.strictObject({ memoryId: id }),
  body: z.strictObject({
    /** The item's text, as shown in the memory. */
    item: filledText(MAX_ACTION_ITEM, "Please say which action item is meant."),
    isDone: z.boolean(),
  }),
  response: archivedMemory,
});

export const deleteMemory = defineEndpoint({
  id: "memories.delete",
  method: "DELETE",
  path: "/api/memories/:memoryId",
  summary: "Forget one's own memory: its words are gone from everything that is stored.",
  params: z.strictObject({ memoryId: id }),
  response: z.object({ id }),
});

export const exportMemories = defineEndpoint({
  id: "memories.export",
  method: "GET",
  path: "/api/memories/export",
  summary: "All of one's own memories as a file: JSON that can be imported again whole, or Markdown to read.",
  query: z.strictObject({ format: z.optional(z.enum(["json", "markdown"])) }),
  response: z.object({ format: z.string(), version: z.literal(1), memories: z.array(archivedMemory) }),
  answer: "file",
});

export const importMemories = defineEndpoint({
  id: "memories.import",
  method: "POST",
  path: "/api/memories/import",
  summary:
    "Take in memories from an exported file or a list of { content | memory | text, createdAt | created_at | timestamp | date, source }. A row is taken whole or not at all, and never twice.",
  body: z.union([
    z.array(z.unknown()).check(z.maxLength(MAX_IMPORT_ROWS, "At most 10,000 memories in one call.")),
    z.object({
      userId: z.optional(text(128)),
      memories: z
        .array(z.unknown())
        .check(z.maxLength(MAX_IMPORT_ROWS, "At most 10,000 memories in one call.")),
    }),
  ]),
  response: z.object({
    imported: z.number(),
    /** Memories that already existed. */
    skipped: z.number(),
    broken: z.number(),
    /** The first hundred errors. `row` counts from 1. */
    errors: z.array(z.object({ row: z.number(), message: z.string() })),
  }),
  // Sending it again is harmless, and it is too large to be queued on a phone.
  queue: "never",
  hasOutsideText: true,
  maxBodyBytes: MAX_IMPORT_BYTES,
  sentences: { "too-large": "This file is too large for one call. Please split it and import the parts." },
});
