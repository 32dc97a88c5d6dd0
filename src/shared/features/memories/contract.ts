import * as z from "zod/mini";
import { MAX_KEYWORDS } from "./keywords.ts";
import { MAX_MEMORY } from "./length-rule.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { filledText, id, instant, text } from "#shared/http/fields.ts";

export const memoryTypes = ["want-to-know", "looking-for", "something-else"] as const;
export type MemoryType = (typeof memoryTypes)[number];
export const memorySources = ["looby", "omi"] as const;
export type MemorySource = (typeof memorySources)[number];

/** The text of a memory: trimmed, 1 to 2,000 characters. */
export const memoryText = filledText(MAX_MEMORY, "Please write something first.");

/** A memory, as only its owner sees it. */
export const memory = z.object({
  id,
  userId: z.string(),
  type: z.enum(memoryTypes),
  content: z.string(),
  keywords: z.array(z.string()),
  /** Written here, or imported from the wearable. */
  source: z.enum(memorySources),
  /** Null when it has no title. */
  title: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
});
export type Memory = z.infer<typeof memory>;

export const createMemory = defineEndpoint({
  id: "memories.create",
  method: "POST",
  path: "/api/memories",
  summary: "Keep something: at least 10 characters, and more than 20 unless the type is want-to-know.",
  body: z.strictObject({
    /**
     * Created by the client, so that a retry does not create a second memory. The response has another id when an equal note is stored
     * already: that note, with the newer time.
     */
    id: z.optional(id),
    /** The session's own user id, or `anonymous` from a visitor. */
    userId: z.optional(text(128)),
    type: z.enum(memoryTypes),
    content: memoryText,
    /** If missing, the server determines keywords by the same rule as the page. */
    keywords: z.optional(
      z
        .array(filledText(60, "A keyword must say something."))
        .check(z.maxLength(MAX_KEYWORDS, "At most 5 keywords.")),
    ),
    createdAt: z.optional(instant),
    /** The chat answer it was created from, which is then marked as saved. */
    messageId: z.optional(id),
    /** False: never passed to a language model, no matter who runs it. */
    useRag: z.optional(z.boolean()),
    /** The answer after which it was recorded; the conversation shows there that it was saved. */
    afterMessageId: z.optional(id),
  }),
  response: memory,
});
