import * as z from "zod/mini";
import { memory, memoryText } from "#shared/features/memories/contract.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant, text } from "#shared/http/fields.ts";

/** Fields by which a caller names itself; whose a thought is comes from the session. */
const caller = { userId: z.optional(text(128)), pseudonym: z.optional(z.nullable(text(200))) };
const day = z.iso.date();

export const shareThought = defineEndpoint({
  id: "daily.share-thought",
  method: "POST",
  path: "/api/daily-dumps",
  summary: "Keep a thought as a memory of its own; the first one of a day unlocks the daily quest.",
  body: z.strictObject({
    /** Of the memory; made by the client, so that a retry makes no second one. */
    id: z.optional(id),
    ...caller,
    content: memoryText,
    /** When it was written, on the person's own device. */
    timestamp: z.optional(instant),
  }),
  response: z.object({
    memory,
    hasDumped: z.boolean(),
    /** Ids of companions the person has met by this thought. */
    discovered: z.array(z.string()),
  }),
});

export const processThought = defineEndpoint({
  id: "daily.process-thought",
  method: "POST",
  path: "/api/companions/process-thought",
  summary: "Find out what a thought that is kept already is about; makes no second memory.",
  body: z.strictObject({
    /** Of the memory; without it the caller's newest one of these words is meant. */
    id: z.optional(id),
    ...caller,
    content: memoryText,
    timestamp: z.optional(instant),
    source: z.optional(text(60)),
    type: z.optional(text(60)),
  }),
  response: z.object({ memory }),
});

export const getThoughtStatus = defineEndpoint({
  id: "daily.thought-status",
  method: "GET",
  path: "/api/daily-dumps/today",
  summary: "Has the caller shared a thought today?",
  query: z.strictObject({ userId: z.optional(text(128)) }),
  response: z.object({ hasDumped: z.boolean(), day, timeZone: z.string() }),
});
