import * as z from "zod/mini";
import { MAX_KEYWORDS } from "./keywords.ts";
import { MAX_MEMORY } from "./length-rule.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { filledText, id, instant, text } from "#shared/http/fields.ts";

export const memoryTypes = ["want-to-know", "looking-for", "something-else"] as const;
export type MemoryType = (typeof memoryTypes)[number];
export const memorySources = ["looby", "omi"] as const;
export type MemorySource = (typeof memorySources)[number];

/** The words of a memory: trimmed, 1 to 2,000 characters. */
export const memoryText = filledText(MAX_MEMORY, "Please write something first.");

/** What a person wants kept, as they alone see it. */
export const memory = z.object({
  id,
  userId: z.string(),
  type: z.enum(memoryTypes),
  content: z.string(),
  keywords: z.array(z.string()),
  /** Written here, or brought by the wearable. */
  source: z.enum(memorySources),
  /** Null for what nobody has given a title. */
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
    /** Made by the client, so that a retry makes no second memory. */
    id: z.optional(id),
    /** The session's own, or `anonymous` from a visitor. */
    userId: z.optional(text(128)),
    type: z.enum(memoryTypes),
    content: memoryText,
    /** Without them the server finds them by the same rule as the page. */
    keywords: z.optional(
      z
        .array(filledText(60, "A keyword must say something."))
        .check(z.maxLength(MAX_KEYWORDS, "At most 5 keywords.")),
    ),
    createdAt: z.optional(instant),
    /** The answer in the chat it was made from: that one will carry the mark that it was kept. */
    messageId: z.optional(id),
    /** False: it is given to no language model, no matter who runs it. */
    useRag: z.optional(z.boolean()),
    /** The answer after which it was spoken: the conversation shows there that it was kept. */
    afterMessageId: z.optional(id),
  }),
  response: memory,
});
