import * as z from "zod/mini";
import { availabilityStates } from "#shared/features/lending/in-words.ts";
import { helpKinds } from "./help/help-kinds.ts";
import { chips, proposal } from "./proposal.ts";
import { MAX_CONNECTED, MAX_MESSAGE, MAX_THREAD_QUERY, MAX_THREAD_TITLE } from "./limits.ts";
import { position } from "./position.ts";
import { memory, memoryTypes } from "#shared/features/memories/contract.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { filledText, id, instant, text } from "#shared/http/fields.ts";

const lending = z.object({
  state: z.enum(availabilityStates),
  /** The last day before it is free, such as `2026-08-30`; null unless it is out. */
  until: z.nullable(z.string()),
  /** The item belongs to the user. */
  isMine: z.optional(z.boolean()),
  /** The festival day on which the answer was given. */
  on: z.string(),
  /** When the answer was given. */
  at: instant,
});

/** An item an answer may cite: `camp:...`, `resource:...`, `community:...`, `memory:...`, `context:...`. */
export const source = z.object({
  sourceId: z.string(),
  kind: z.enum(["resource", "camp", "community", "memory", "context"]),
  title: z.string(),
  /** Its place in words; null when it has none. */
  place: z.nullable(z.string()),
  /** Meters from the place named in the question; null when none was named. */
  distanceM: z.nullable(z.number()),
  excerpt: z.string(),
  /** The reason why it was found. Missing for items that were not found by a search. */
  why: z.optional(
    z.object({
      /** Words of the question that occur in the item, spelled as in the item. */
      words: z.array(z.string()),
      /** How close it is in meaning; null when it is not close, or when meanings are unavailable. */
      meaning: z.nullable(z.enum(["close", "related"])),
    }),
  ),
  /** The facts in the item's line of the answer besides title, place and distance; missing when it has no such line. */
  line: z.optional(z.object({ quote: z.string(), facts: z.array(z.string()) })),
  /** Whether a listing could be borrowed when the answer was given; missing for other items. */
  lending: z.optional(lending),
  /** Whether the user belongs to the community; missing for other items. */
  isMember: z.optional(z.boolean()),
  /** Addresses of the links in the item's own text; missing when there are none. A model's answer may link only to these. */
  links: z.optional(z.array(z.string())),
});
export type Source = z.infer<typeof source>;

/** The parts of an answer besides its text. */
export const messageUi = z.discriminatedUnion("type", [
  /** The memory the answer offered has been saved. */
  z.object({ type: z.literal("memory-created"), memory }),
  /** The answer is the fixed help for messages about danger; its text has the same content in Markdown. */
  z.object({
    type: z.literal("help-card"),
    kind: z.enum(helpKinds),
    /** Markdown above the card: the way to the nearest medics. */
    lead: z.optional(z.string()),
  }),
  /** A memory the user may want to save, with a text to start from. */
  z.object({
    type: z.literal("memory-offer"),
    memoryType: z.enum(memoryTypes),
    content: z.string(),
    chips: z.optional(chips),
  }),
  /** An action Looby can prepare; the user confirms it. */
  z.object({ type: z.literal("proposal"), proposal, chips: z.optional(chips) }),
  /** Suggested next messages, when no other element is shown with the text. */
  z.object({ type: z.literal("chips"), chips }),
  /**
   * The answer comes from the library instead of the model. `reason`: why the model did not answer; null when the user chose the library.
   */
  z.object({ type: z.literal("model-away"), reason: z.nullable(z.string()) }),
]);
export type MessageUi = z.infer<typeof messageUi>;

/** The events of a run, one per frame. Their names are those of the AI SDK's UI message stream, so its clients can read it too. */
export const chatEvent = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("start"),
    messageId: id,
    messageMetadata: z.object({
      runId: id,
      threadId: id,
      companion: z.string(),
      /** The model that answers; null in search mode. */
      model: z.nullable(z.string()),
    }),
  }),
  z.object({ type: z.literal("reasoning-start"), id: z.string() }),
  z.object({ type: z.literal("reasoning-delta"), id: z.string(), delta: z.string() }),
  z.object({ type: z.literal("reasoning-end"), id: z.string() }),
  z.object({ type: z.literal("text-start"), id: z.string() }),
  z.object({ type: z.literal("text-delta"), id: z.string(), delta: z.string() }),
  z.object({ type: z.literal("text-end"), id: z.string() }),
  z.object({
    type: z.literal("source-document"),
    sourceId: z.string(),
    mediaType: z.literal("text/plain"),
    title: z.string(),
    providerMetadata: z.object({ looby: source }),
  }),
  /** A model other than the requested one answers. */
  z.object({ type: z.literal("message-metadata"), messageMetadata: z.object({ model: z.string() }) }),
  z.object({ type: z.literal("data-ui"), data: messageUi }),
  /** The abilities a model has used so far, in order of use. */
  z.object({ type: z.literal("data-steps"), data: z.array(z.string()) }),
  /** Words were sent as the wrong kind and will be sent again as the right one: only this much of the answer so far is valid. */
  z.object({
    type: z.literal("data-kept"),
    data: z.object({
      /** UTF-16 units. */
      text: z.int().check(z.nonnegative()),
      /** UTF-16 units. */
      reasoning: z.int().check(z.nonnegative()),
      /** Number of sources. */
      sources: z.int().check(z.nonnegative()),
    }),
  }),
  z.object({ type: z.literal("error"), errorText: z.string() }),
  z.object({
    type: z.literal("data-error"),
    data: z.object({ code: z.string(), retryable: z.boolean(), retryAfter: z.nullable(z.number()) }),
  }),
  z.object({ type: z.literal("abort") }),
  z.object({
    type: z.literal("finish"),
    messageMetadata: z.object({ model: z.nullable(z.string()), ttftMs: z.nullable(z.number()) }),
  }),
]);
export type ChatEvent = z.infer<typeof chatEvent>;

export const runStates = ["running", "done", "stopped", "failed", "interrupted"] as const;

export const message = z.object({
  id,
  role: z.enum(["user", "assistant", "system"]),
  content: z.string(),
  reasoning: z.string(),
  sources: z.array(source),
  ui: z.nullable(messageUi),
  /** Abilities a model used for it, in order of use; missing when there are none. */
  steps: z.optional(z.array(z.string())),
  parentId: z.nullable(id),
  /** Id of the run that wrote it; null for the user's own messages. */
  runId: z.nullable(id),
  state: z.nullable(z.enum(runStates)),
  error: z.nullable(z.string()),
  model: z.nullable(z.string()),
  createdAt: instant,
  /** Memories the user recorded right after this message, oldest first. */
  keptAfter: z.array(memory),
  /** Ids of all messages at this position of the conversation, oldest first, including this one: repeated answers and edited questions. */
  versions: z.array(id),
});
export type Message = z.infer<typeof message>;

export const thread = z.object({ id, companion: z.string(), title: z.string(), updatedAt: instant });
export type Thread = z.infer<typeof thread>;

export const threadListing = z.extend(thread, {
  /** The text around the match, when the match is not in the title; null without a search. */
  excerpt: z.nullable(z.string()),
  /** Id of the newest message that contains a searched word; missing when there is none, and in older answers. */
  matchId: z.optional(id),
});
export type ThreadListing = z.infer<typeof threadListing>;

export const sendMessage = defineEndpoint({
  id: "chat.send",
  method: "POST",
  path: "/api/chat",
  summary:
    "Say something to a companion; the answer is a stream of chat events. The header `looby-run` has the id of its run.",
  body: z.strictObject({
    /** Created by the client; repeating the same id never creates a second message. */
    messageId: z.optional(id),
    /** May be created by the client: if no conversation has this id, a new one begins with the message. */
    threadId: z.optional(id),
    /** Accepted and ignored: pages of an earlier version send it. */
    beginsThread: z.optional(z.boolean()),
    parentId: z.optional(z.nullable(id)),
    /** `edit`: replaces a message's text. `parentId` is then the parent of the edited message, null for the first one. */
    trigger: z.optional(z.enum(["submit", "retry", "edit"])),
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "Please write something first."),
        z.maxLength(MAX_MESSAGE, `At most ${MAX_MESSAGE} characters.`),
      ),
    companion: z.optional(text(60)),
    connectedLoobricates: z.optional(z.array(id).check(z.maxLength(MAX_CONNECTED))),
    /** Accepted and ignored: the server resolves a companion's context itself. */
    contextPath: z.optional(z.nullable(text(400))),
    /** A label of the model menu, or one of its ids. Null or missing: the model the operator has configured. */
    llm: z.optional(z.nullable(text(120))),
    showThinking: z.optional(z.boolean()),
    useRag: z.optional(z.boolean()),
    /** Answer from the library even if a model is available. */
    fromLibrary: z.optional(z.boolean()),
    similarityMetric: z.optional(z.enum(["cosine", "dot", "euclidean"])),
    userId: z.optional(text(128)),
    /** Used for this answer only; never stored. */
    position: z.optional(position),
  }),
  response: chatEvent,
  answer: "event-stream",
});

export const followRun = defineEndpoint({
  id: "chat.follow-run",
  method: "GET",
  path: "/api/chat/runs/:runId/stream",
  summary: "Listen to a run again, from after a sequence number (query `after` or header Last-Event-ID).",
  params: z.strictObject({ runId: id }),
  query: z.strictObject({ after: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(1e9))) }),
  response: chatEvent,
  answer: "event-stream",
});

export const stopRun = defineEndpoint({
  id: "chat.stop-run",
  method: "POST",
  path: "/api/chat/runs/:runId/stop",
  summary: "Stop a run; its text so far is saved.",
  params: z.strictObject({ runId: id }),
  body: z.optional(z.strictObject({})),
  response: z.object({ stopped: z.boolean() }),
  queue: "never",
});

export const listThreads = defineEndpoint({
  id: "chat.threads",
  method: "GET",
  path: "/api/threads",
  summary:
    "My threads, newest first; with `q` those that have all its words in their title or messages, with `answering` those in which an answer is being written.",
  query: z.strictObject({
    companion: z.optional(text(60)),
    q: z.optional(text(MAX_THREAD_QUERY)),
    answering: z.optional(z.literal("true")),
  }),
  response: z.object({ threads: z.array(threadListing) }),
});

export const changeThread = defineEndpoint({
  id: "chat.change-thread",
  method: "PATCH",
  path: "/api/threads/:threadId",
  summary:
    "Rename a thread, or look at another branch of it: it then ends with the newest message below the one named.",
  params: z.strictObject({ threadId: id }),
  body: z
    .strictObject({
      title: z.optional(filledText(MAX_THREAD_TITLE, "Please give it a name.")),
      activeLeafId: z.optional(id),
    })
    .check(
      z.refine(
        ({ title, activeLeafId }) => title !== undefined || activeLeafId !== undefined,
        "Please say what to change.",
      ),
    ),
  response: thread,
  queue: "never",
});

export const deleteThread = defineEndpoint({
  id: "chat.delete-thread",
  method: "DELETE",
  path: "/api/threads/:threadId",
  summary: "Delete a thread with all its messages; an answer still being written is stopped.",
  params: z.strictObject({ threadId: id }),
  response: z.object({ deleted: z.boolean(), id: z.optional(z.string()) }),
});

export const getThread = defineEndpoint({
  id: "chat.thread",
  method: "GET",
  path: "/api/threads/:threadId",
  summary: "A thread with its newest messages, oldest of them first.",
  params: z.strictObject({ threadId: id }),
  query: z.strictObject({
    before: z.optional(id),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
  }),
  response: z.object({ thread, messages: z.array(message), hasMore: z.boolean() }),
});
