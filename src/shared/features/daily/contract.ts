import * as z from "zod/mini";
import { memory, memoryText } from "#shared/features/memories/contract.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant, text } from "#shared/http/fields.ts";

/** Fields by which a caller may name itself. The owner of a thought comes from the session. */
const caller = { userId: z.optional(text(128)), pseudonym: z.optional(z.nullable(text(200))) };
const day = z.iso.date();

export const shareThought = defineEndpoint({
  id: "daily.share-thought",
  method: "POST",
  path: "/api/daily-dumps",
  summary: "Keep a thought as a memory of its own; the first one of a day unlocks the daily quest.",
  body: z.strictObject({
    /** Id of the memory, created by the client so that a retry does not create a second one. */
    id: z.optional(id),
    ...caller,
    content: memoryText,
    /** When it was written, according to the user's device. */
    timestamp: z.optional(instant),
    /** False: never passed to a language model, no matter who runs it. */
    useRag: z.optional(z.boolean()),
  }),
  response: z.object({
    memory,
    hasDumped: z.boolean(),
    /** Ids of the companions the user met through this thought. */
    discovered: z.array(z.string()),
  }),
});

export const processThought = defineEndpoint({
  id: "daily.process-thought",
  method: "POST",
  path: "/api/companions/process-thought",
  summary: "Classify a thought that is already stored; creates no second memory.",
  body: z.strictObject({
    /** Id of the memory. Without it, this refers to the caller's newest memory with this text. */
    id: z.optional(id),
    ...caller,
    content: memoryText,
    timestamp: z.optional(instant),
    source: z.optional(text(60)),
    type: z.optional(text(60)),
  }),
  response: z.object({
    memory,
    /** Derived by rules from its text. */
    topics: z.array(z.string()),
    actionItems: z.array(z.string()),
  }),
});

export const getThoughtStatus = defineEndpoint({
  id: "daily.thought-status",
  method: "GET",
  path: "/api/daily-dumps/today",
  summary: "Has the caller shared a thought today?",
  query: z.strictObject({ userId: z.optional(text(128)) }),
  response: z.object({ hasDumped: z.boolean(), day, timeZone: z.string() }),
});

export const cheatCode = z.object({ number: z.number(), description: z.string() });

/** While the quest is locked, all fields are null and `error` explains how to unlock it. */
export const dailyQuest = z.object({
  quest: z.nullable(z.string()),
  explanation: z.nullable(z.string()),
  cheatCode: z.nullable(cheatCode),
  createdAt: z.nullable(instant),
  completed: z.boolean(),
  completedAt: z.nullable(instant),
  /** The quest's day, and the time zone whose midnight ends it. */
  day,
  timeZone: z.string(),
  /** Source of the quest: `bank` was written by people in advance, `model` by a language model just now. */
  origin: z.nullable(z.enum(["bank", "model"])),
  model: z.nullable(z.string()),
  /** Missing when the server cannot store completion. */
  canComplete: z.optional(z.boolean()),
  error: z.nullable(z.string()),
});
export type DailyQuest = z.infer<typeof dailyQuest>;

export const getQuest = defineEndpoint({
  id: "daily.quest",
  method: "GET",
  path: "/api/daily-quest",
  summary: "Today's quest, chosen when it is first asked for. Locked until a thought was shared today.",
  query: z.strictObject({
    userId: z.optional(text(128)),
    /** `false`: the thought is not passed to a language model, no matter who runs it. */
    useRag: z.optional(z.enum(["true", "false"])),
  }),
  response: dailyQuest,
});

export const completeQuest = defineEndpoint({
  id: "daily.complete-quest",
  method: "POST",
  path: "/api/daily-quest/complete",
  summary: "The caller has done the quest of a day. Doing it twice is doing it once.",
  body: z.strictObject({ userId: z.optional(text(128)), day }),
  response: dailyQuest,
});
