import * as z from "zod/mini";
import { memoryTypes } from "./contract.ts";
import { MAX_MEMORY } from "./length-rule.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { filledText, id, instant, text } from "#shared/http/fields.ts";

/** Treats an empty form field as missing. */
const noMemory = z.pipe(
  z.literal(""),
  z.transform(() => undefined),
);

/** The maximum number of memories in a graph, the newest ones: a larger graph is unreadable. */
export const MAX_GRAPH = 2000;
/** The maximum number of characters of a memory in a node. */
export const MAX_NODE_TEXT = 400;
export const KNOWLEDGE_LIMIT = 5;
const MAX_KNOWLEDGE_LIMIT = 50;
const MAX_QUESTION = 400;

/** `omi`: from the wearable. `looby`: saved from an answer in the chat. `user`: written or spoken by the user. */
export const nodeSources = ["omi", "looby", "user"] as const;

export const graphNode = z.object({
  id,
  /** At most the first 400 characters. */
  content: z.string(),
  source: z.enum(nodeSources),
  timestamp: instant,
});
export type GraphNode = z.infer<typeof graphNode>;

export const graphLink = z.object({
  source: id,
  target: id,
  /** From 0 to 1. */
  strength: z.number(),
  type: z.enum(["related", "suggested"]),
  /** The reason for the link, in words: "both say: shade, tarp". */
  reason: z.string(),
});

export const getConnections = defineEndpoint({
  id: "knowledge.connections",
  method: "GET",
  path: "/api/knowledge/connections",
  summary:
    "One's own newest memories and what links them, each link with its reason; with `memoryId` that memory and those linked to it.",
  query: z.strictObject({ userId: z.optional(text(128)), memoryId: z.optional(z.union([noMemory, id])) }),
  response: z.object({
    nodes: z.array(graphNode),
    links: z.array(graphLink),
    /** Number of memories. Greater than the number of nodes when there are more than 2,000. */
    total: z.number(),
  }),
});

const optionalText = z.optional(z.nullable(text(MAX_MEMORY)));
const optionalTexts = z.optional(z.array(text(200)).check(z.maxLength(20)));

/** Accepted metadata of a memory; other fields are ignored. */
const knowledgeMetadata = z.object({
  mood: optionalText,
  overview: optionalText,
  topics: optionalTexts,
  actionItems: optionalTexts,
});

export const addKnowledge = defineEndpoint({
  id: "knowledge.add",
  method: "POST",
  path: "/api/knowledge/memories",
  summary: "Keep a memory of one's own, as another client of the knowledge calls sends it.",
  body: z.strictObject({
    /** Created by the client, so that a retry does not create a second memory. */
    id: z.optional(id),
    userId: z.optional(text(128)),
    content: filledText(MAX_MEMORY, "Please write something first."),
    /** `omi`, or any other value for a written memory. */
    source: z.optional(text(64)),
    metadata: z.optional(z.nullable(knowledgeMetadata)),
    timestamp: z.optional(instant),
  }),
  response: z.object({ success: z.literal(true), ...graphNode.shape, userId: z.string() }),
});

export const queryKnowledge = defineEndpoint({
  id: "knowledge.query",
  method: "POST",
  path: "/api/knowledge/query",
  summary: "One's own memories that answer a question, best first.",
  body: z.strictObject({
    userId: z.optional(text(128)),
    query: filledText(MAX_QUESTION, "Please ask something."),
    limit: z.optional(z.int().check(z.gte(1), z.lte(MAX_KNOWLEDGE_LIMIT))),
  }),
  response: z.object({
    results: z.array(
      z.object({
        ...graphNode.shape,
        userId: z.string(),
        metadata: z.object({
          type: z.enum(memoryTypes),
          title: z.nullable(z.string()),
          keywords: z.array(z.string()),
        }),
      }),
    ),
  }),
  queue: "never",
});

export const getInsights = defineEndpoint({
  id: "knowledge.insights",
  method: "POST",
  path: "/api/knowledge/insights",
  summary: "What one's own memories come back to, each insight with the memories it is made from.",
  body: z.strictObject({
    userId: z.optional(text(128)),
    /** Topic of the insights; without it they cover everything. */
    context: z.optional(text(MAX_QUESTION)),
  }),
  response: z.object({ insights: z.array(z.object({ text: z.string(), memoryIds: z.array(id) })) }),
  queue: "never",
});
