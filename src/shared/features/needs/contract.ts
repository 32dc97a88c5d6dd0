import * as z from "zod/mini";
import { createMemory } from "#shared/features/memories/contract.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { filledText, id, instant, text } from "#shared/http/fields.ts";

export const MAX_NEED_ANSWER = 500;
const MAX_PLACE = 200;

/** A need as other users see it, without its owner. */
export const sharedNeed = z.object({
  id,
  text: z.string(),
  /** Approximate, in words; null when not given. */
  place: z.nullable(z.string()),
  isMine: z.boolean(),
  createdAt: instant,
});
export type SharedNeed = z.infer<typeof sharedNeed>;

/** A need as its owner sees it. */
export const need = z.object({
  id,
  text: z.string(),
  place: z.nullable(z.string()),
  state: z.enum(["open", "closed"]),
  isShared: z.boolean(),
  /** Whether the library has been searched for matches. */
  isLookedUp: z.boolean(),
  /** Possible matches, best first. */
  matches: z.array(z.object({ resourceId: id, title: z.string(), place: z.nullable(z.string()) })),
  /** Users who offer it. */
  answers: z.array(z.object({ id, name: z.string(), message: z.string(), createdAt: instant })),
  createdAt: instant,
});
export type Need = z.infer<typeof need>;

export const listNeeds = defineEndpoint({
  id: "needs.list",
  method: "GET",
  path: "/api/needs",
  summary: "What people look for and let others see, newest first: the words and a rough place.",
  response: z.object({ needs: z.array(sharedNeed) }),
});

export const listMyNeeds = defineEndpoint({
  id: "needs.mine",
  method: "GET",
  path: "/api/needs/mine",
  summary: "What the caller looks for, and what of the library may fit.",
  response: z.object({ needs: z.array(need) }),
});

export const addNeed = defineEndpoint({
  id: "needs.add",
  method: "POST",
  path: "/api/needs",
  summary: "Look for something: kept as a memory of the type looking-for.",
  body: z.strictObject({
    /** Created by the client, so that a retry does not create a second need. */
    id: z.optional(id),
    content: createMemory.body.shape.content,
    /** A city address, such as 7:30 & C. */
    place: z.optional(text(MAX_PLACE)),
    isShared: z.boolean(),
    /** False: never passed to a language model, no matter who runs it. */
    useRag: z.optional(z.boolean()),
  }),
  response: need,
});

export const changeNeed = defineEndpoint({
  id: "needs.change",
  method: "PATCH",
  path: "/api/needs/:needId",
  summary: "Close or open a need again, or let others see it or not.",
  params: z.strictObject({ needId: id }),
  body: z.strictObject({
    state: z.optional(z.enum(["open", "closed"])),
    isShared: z.optional(z.boolean()),
  }),
  response: need,
});

export const deleteNeed = defineEndpoint({
  id: "needs.delete",
  method: "DELETE",
  path: "/api/needs/:needId",
  summary: "Forget a need, and the memory it is.",
  params: z.strictObject({ needId: id }),
  response: z.object({
    deleted: z.boolean(),
    /** Missing in a response cached from an older server. */
    id: z.optional(id),
  }),
});

export const answerNeed = defineEndpoint({
  id: "needs.answer",
  method: "POST",
  path: "/api/needs/:needId/answers",
  summary:
    "Offer help with another user's need. Its owner learns the caller's name; the caller does not learn the owner's.",
  params: z.strictObject({ needId: id }),
  body: z.strictObject({
    id: z.optional(id),
    message: filledText(MAX_NEED_ANSWER, "Please say how you can help."),
  }),
  response: z.object({ sent: z.boolean() }),
});
