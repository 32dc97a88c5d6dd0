import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, text } from "#shared/http/fields.ts";

/** The maximum number of entities one stream may subscribe to, besides the user's own channel. */
export const MAX_ENTITIES = 20;

/** An event as the page receives it. */
export const liveEvent = z.object({
  /** `me`: for this user alone. `user-<id>`: for a user or a community the page subscribed to. */
  channel: z.string(),
  /**
   * `ready`: the stream is open. `reset`: events since the last number are missing, reload the lists. `channel-closed`: the stream is no
   * longer subscribed to this channel. Otherwise an event that a feature published.
   */
  event: z.string(),
  data: z.optional(z.unknown()),
});
export type LiveEvent = z.infer<typeof liveEvent>;

export const followEvents = defineEndpoint({
  id: "events.follow",
  method: "GET",
  path: "/api/events",
  summary:
    "What happens, as it happens: server-sent events, numbered, resumed with Last-Event-ID or `after`.",
  query: z.strictObject({
    /** Number of the last event received. */
    after: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))),
    /** Ids of additional users and communities to subscribe to, separated by commas. Those the caller has no access to are ignored. */
    entities: z.optional(text(MAX_ENTITIES * 130)),
    /** Seconds the stream stays open, for clients that poll; 0 returns only the missed events. */
    for: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(86_400))),
  }),
  answer: "event-stream",
  response: liveEvent,
});

/** The valid ids in `entities`, at most 20 and each once. */
export function entityIds(entities: string | undefined): string[] {
  const ids = (entities ?? "").split(",").filter((part) => id.safeParse(part).success);
  return [...new Set(ids)].slice(0, MAX_ENTITIES);
}
